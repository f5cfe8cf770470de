/** What comes next, in the words of several languages; and what only sounds like it. */
import { expect, test } from 'vitest'
import { asks, factsOf, says } from '../../../../testing/session-events.js'

const nextOf = (text: string): string | undefined => factsOf(asks('Build the cart'), says(text)).fields.next?.text

/** Said at the end of a turn, with what is taken of it where that is less. */
const NAMED: Readonly<Record<string, readonly (string | [said: string, taken: string])[]>> = {
  English: [
    ['**Next:** wire the coupon field', 'wire the coupon field'],
    ['Next up: the invoice footer', 'the invoice footer'],
    ['What’s left: the retry loop in queue.go', 'the retry loop in queue.go'],
    ['TODO: document the new flag', 'document the new flag'],
    ['Remaining work: two flaky specs', 'two flaky specs'],
    [
      "If you agree, I'll move the parser into its own crate.",
      "If you agree, I'll move the parser into its own crate.",
    ],
    "I'd tackle the slow query next.",
    'All that’s left is to rename the column.',
    'We still need to drop the old index.',
    ['Suggested next step - measure the cold start', 'measure the cold start'],
  ],
  German: [
    ['**Nächster Schritt:** die Rechnung abrunden', 'die Rechnung abrunden'],
    ['Als Nächstes: Mahnlauf anbinden', 'Mahnlauf anbinden'],
    ['Noch offen: der Export nach CSV', 'der Export nach CSV'],
    ['Noch zu tun: Rabatte testen', 'Rabatte testen'],
    ['Was noch fehlt: die Sperre beim Login', 'die Sperre beim Login'],
    'Als Nächstes schreibe ich den Test für den Warenkorb.',
    'Jetzt fehlt noch die Migration für Bestellungen.',
    'Wenn du einverstanden bist, baue ich den Cache um.',
    'Ich würde als Nächstes die Mails verschicken.',
    'Der nächste Schritt ist der Umzug der Sitzungen.',
  ],
  Dutch: [
    ['**Volgende stap:** de facturen afronden', 'de facturen afronden'],
    ['Nog te doen: de export naar CSV', 'de export naar CSV'],
    'De volgende stap is de verhuizing van de sessies.',
    'Ik zal nu de test voor de winkelwagen schrijven.',
    'Als je akkoord bent, bouw ik de cache om.',
  ],
  Polish: [
    ['Następny krok: zaokrąglić faktury', 'zaokrąglić faktury'],
    ['Do zrobienia: eksport do CSV', 'eksport do CSV'],
    'Następnie napiszę test koszyka.',
    'Pozostało tylko przenieść sesje.',
  ],
  Turkish: [
    ['Sonraki adım: faturaları yuvarla', 'faturaları yuvarla'],
    ['Yapılacaklar: CSV dışa aktarımı', 'CSV dışa aktarımı'],
    'Geriye sadece oturumların taşınması kaldı.',
  ],
  French: [
    ['Prochaine étape : brancher le panier', 'brancher le panier'],
    ['**À faire :** traduire les courriels', 'traduire les courriels'],
    ['Reste à faire : le calcul de la TVA', 'le calcul de la TVA'],
    ['Ensuite : supprimer la vieille table', 'supprimer la vieille table'],
    ["Ce qu'il reste à faire : les tests du quai", 'les tests du quai'],
    'Ensuite, je déplace le client HTTP.',
    'La prochaine étape est de vider la file.',
    "Il ne reste plus qu'à renommer le champ.",
    "Si tu es d'accord, je remplace la boucle.",
    'Je vais maintenant écrire la migration.',
  ],
  Spanish: [
    ['Siguiente paso: conectar el carrito', 'conectar el carrito'],
    ['**Próximos pasos:** medir la memoria', 'medir la memoria'],
    ['Pendiente: el cierre de caja', 'el cierre de caja'],
    ['Lo que falta: traducir los avisos', 'traducir los avisos'],
    ['Por hacer: borrar la tabla vieja', 'borrar la tabla vieja'],
    'A continuación escribo la prueba del cobro.',
    'El siguiente paso es mover la cola.',
    'Solo falta renombrar la columna.',
    'Si estás de acuerdo, cambio el formato de fecha.',
    'Ahora voy a quitar el bloqueo.',
  ],
  Chinese: [
    ['下一步：给购物车加锁', '给购物车加锁'],
    ['**待办：** 补充退款的文档', '补充退款的文档'],
    ['剩余工作：修复两个用例', '修复两个用例'],
    ['未完成：导出功能', '导出功能'],
    ['后续工作：清理旧表', '清理旧表'],
    '接下来我会编写订单的迁移脚本。',
    '下一步是把队列移到新模块。',
    '还需要重命名这个字段并更新接口。',
    '如果你同意，我就把缓存换成本地文件。',
    '剩下的是给登录接口加限流。',
  ],
  Japanese: [
    ['次のステップ：カートにロックを付ける', 'カートにロックを付ける'],
    ['残りの作業：二つのテストの修正', '二つのテストの修正'],
    ['未対応：請求書の出力', '請求書の出力'],
    ['やること：古い表の削除', '古い表の削除'],
    ['今後の予定：通知の翻訳', '通知の翻訳'],
    '次にキューを新しいモジュールへ移します。',
    '次は注文の移行スクリプトを書きます。',
    'あとは列の名前を変えるだけです。',
    'よろしければ、キャッシュをファイルに置き換えます。',
    '残りはログイン制限の実装です。',
  ],
  Korean: [
    ['다음 단계: 장바구니에 잠금 추가', '장바구니에 잠금 추가'],
    ['남은 작업: 테스트 두 개 수정', '테스트 두 개 수정'],
    ['할 일: 오래된 테이블 삭제', '오래된 테이블 삭제'],
    ['미완료: 청구서 내보내기', '청구서 내보내기'],
    ['향후 작업: 알림 번역', '알림 번역'],
    '다음으로 큐를 새 모듈로 옮기겠습니다.',
    '다음은 주문 이전 스크립트를 작성합니다.',
    '이제 남은 것은 열 이름 변경입니다.',
    '괜찮으시면 캐시를 파일로 바꾸겠습니다.',
    '남은 일은 로그인 제한 구현입니다.',
  ],
  others: [
    ['Próximo passo: ligar o carrinho', 'ligar o carrinho'],
    'Em seguida escrevo o teste da cobrança.',
    ['Prossimo passo: spostare la coda', 'spostare la coda'],
    'Resta da rinominare la colonna.',
    ['Следующий шаг: перенести очередь', 'перенести очередь'],
    'Осталось переименовать поле.',
  ],
}

test.each(Object.entries(NAMED).flatMap(([language, rows]) => rows.map((row) => [language, row] as const)))(
  '%s: %j comes next',
  (_, row) => {
    const [said, taken] = typeof row === 'string' ? [row, row] : row
    expect(nextOf(`The total is right now.\n\n${said}`)).toBe(taken)
  },
)

const NOT: Readonly<Record<string, readonly string[]>> = {
  English: [
    'Let me know if you want anything else.',
    'Next time, run it with the flag.',
    'Feel free to change the colour.',
    "I'll be here if something comes up.",
    'If you have any questions, just ask.',
    'Next.js renders it on the server.',
    'Happy to help with the rest.',
    'Let me explain why it was slow.',
    'Next steps: none',
    'The left side is drawn first.',
  ],
  German: [
    'Sag Bescheid, wenn du noch etwas brauchst.',
    'Sag mir, ob es passt.',
    'Beim nächsten Mal nimm den Schalter.',
    'Falls du noch Fragen hast, schreib.',
    'Lass es mich wissen, wenn etwas fehlt.',
    'Melde dich, wenn es hakt.',
    'Offen gesagt war es schlecht gebaut.',
    'Bei Fragen bin ich da.',
    'Nächste Schritte: keine',
    'Alles ist fertig und geprüft.',
  ],
  French: [
    "N'hésite pas à demander.",
    'Dis-moi si cela te va.',
    'Fais-moi savoir si besoin.',
    'Si tu as des questions, écris.',
    'La prochaine fois, utilise le drapeau.',
    'Tiens-moi au courant.',
    'Je reste à ta disposition.',
    'Dites-moi ce que vous en pensez.',
    'Prochaines étapes : aucun',
    'Tout est terminé et vérifié.',
  ],
  Spanish: [
    'Avísame si necesitas algo más.',
    'Dime si te gusta así.',
    'Hazme saber cualquier duda.',
    'Si tienes alguna pregunta, escribe.',
    'La próxima vez usa la opción.',
    'No dudes en preguntar.',
    'Quedo a tu disposición.',
    'Queda claro por qué era lento.',
    'Próximos pasos: ninguno',
    'Todo está listo y probado.',
  ],
  Chinese: [
    '如果还有其他需要，请告诉我。',
    '如有问题请随时联系。',
    '请告诉我你的想法是什么。',
    '下次请使用这个参数运行。',
    '请随时提出修改意见。',
    '有任何问题都可以问我。',
    '还有什么需要调整的地方请说。',
    '下一步：无',
    '全部功能都已经完成并验证。',
    '如果需要更多说明就说一声。',
  ],
  Japanese: [
    '何かあればお知らせください。',
    'ご質問があればどうぞ聞いてください。',
    '不明点があれば教えてください。',
    '次回からはこの引数を使ってください。',
    'お気軽にお申し付けください。',
    '必要であれば言ってください。',
    '教えていただければ直します。',
    '次のステップ：なし',
    'すべて完了し、確認も済みました。',
    '他に必要なことがあればどうぞ。',
  ],
  Korean: [
    '더 필요한 것이 있으면 알려주세요.',
    '궁금한 점이 있으면 물어보세요.',
    '질문이 있으시면 언제든 연락하세요.',
    '다음번에는 이 옵션을 쓰세요.',
    '말씀해 주시면 바로 고치겠습니다.',
    '필요하시면 더 설명하겠습니다.',
    '언제든 편하게 요청하세요.',
    '다음 단계: 없음',
    '모든 작업이 끝났고 확인도 마쳤습니다.',
    '알려 주시면 반영하겠습니다.',
  ],
}

test.each(Object.entries(NOT).flatMap(([language, rows]) => rows.map((row) => [language, row] as const)))(
  '%s: %j says nothing of what comes next',
  (_, said) => {
    expect(nextOf(`The total is right now.\n\n${said}`)).toBeUndefined()
  },
)

test('of a list under such a heading the open items are next, in their order', () => {
  const text = [
    'The coupon works.',
    '',
    '## Next steps',
    '',
    '1. **Refunds** in `refund.ts`',
    '   a detail of it',
    '2. [x] taxes',
    '3. Mail the receipt',
    '',
    'Let me know what you think.',
  ].join('\n')
  expect(nextOf(text)).toBe('Refunds in `refund.ts`; Mail the receipt')
  expect(nextOf('Done.\n\n**Was noch fehlt**\n- Mahnungen\n- Storno\n')).toBe('Mahnungen; Storno')
  expect(nextOf("Done.\n\n### What's left\n\nOnly the changelog.")).toBe('Only the changelog.')
})

test('a heading in code or in a quoted line is none, and the last one counts', () => {
  expect(nextOf('Printed it:\n```\nNext: nothing here\n```\n> Next: nor here')).toBeUndefined()
  expect(nextOf('Next: the parser\n\nThat is done too.\n\nNext: the printer')).toBe('the printer')
})

/** Ways that led nowhere, against states of the work. */
import { expect, test } from 'vitest'
import { isAbandoned } from '../sentences.js'

test.each([
  'The cookie approach failed because the proxy strips it',
  'Our first attempt broke on leap days',
  "The polling idea didn't scale past ten clients",
  'I tried pinning the version, but it still crashed',
  'Der Ansatz mit dem Cookie ist gescheitert, weil der Proxy ihn entfernt',
  'Die Idee mit dem Trigger hat nicht funktioniert',
  'Diese Lösung führt nicht weiter',
  "L'approche par cookie a échoué à cause du proxy",
  "Cette piste n'a pas abouti",
  'El enfoque con cookies falló porque el proxy las quita',
  'La idea del disparador no funcionó',
  'A abordagem com cookies falhou por causa do proxy',
  "L'approccio con i cookie non ha funzionato",
  'Подход с куками не сработал из-за прокси',
  '用 Cookie 的方案失败了，因为代理会删除它',
  '这个思路走不通',
  'クッキーを使う方法は、プロキシが削除するので失敗しました',
  'この方式ではうまくいかなかった',
  "J'ai d'abord essayé jose, mais ça n'a pas marché",
  'Primero probé jose, pero no funcionó',
  'Tentei jose, mas o pacote é grande demais',
  'Сначала я попробовал jose, но это не сработало',
  'Спочатку я спробував jose, але він завеликий',
  'جربت jose أولا لكنه لم ينجح',
  '쿠키 방식은 프록시가 제거해서 실패했습니다',
  '이 방법은 통하지 않았습니다',
  'Een unieke index werkte niet, omdat er dubbele rijen zijn',
  'De teller in het geheugen heeft niet geholpen',
  'Der Zähler im Speicher hat nicht funktioniert, weil er beim Neustart weg ist',
  "Le compteur en mémoire n'a pas marché parce qu'il est perdu au redémarrage",
  'El contador en memoria no funcionó porque se pierde al reiniciar',
  'O contador na memória não funcionou porque se perde ao reiniciar',
  'Il contatore in memoria non ha funzionato perché si perde al riavvio',
  'Счётчик в памяти не сработал, потому что теряется при перезапуске',
  'メモリのカウンターはうまくいきませんでした',
])('led nowhere: %s', (sentence) => expect(isAbandoned(sentence)).toBe(true))

test.each([
  'Two tests failed in cart.test.ts',
  'The login attempt failed with 401',
  'The build fails on Windows because of the path',
  'If that approach fails, we take the queue',
  'This approach might fail under load',
  'Does the cookie approach work?',
  'Die Tests schlagen fehl',
  'Falls der Ansatz scheitert, nehmen wir die Schlange',
  'Les tests échouent depuis hier',
  'Las pruebas fallan en el servidor',
  'Der Test hat nicht funktioniert',
  'De test werkte niet',
  'El build no funcionó en el servidor',
  'Si no funcionó, dime cómo',
  'Тесты падают на сервере',
  '测试失败了三个',
  '如果这个方案失败，就用队列',
  'テストが二つ失敗しています',
  '테스트가 두 개 실패했습니다',
])('a state or a question: %s', (sentence) => expect(isAbandoned(sentence)).toBe(false))

test('from the user it is what is to be mended', () => {
  expect(isAbandoned('El login no funcionó ayer', 'user')).toBe(false)
})

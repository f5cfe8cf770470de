/**
 * The words by which an assistant says what comes next, in some languages: labels ("Next:", "What's left" above a list),
 * sentences that begin so ("The next step is …", "If you agree, I'll …"), and what sounds like it and is courtesy only.
 */
import { type Beginnings, beginnings } from '../../../text/by-first.js'
import { cleanLine } from '../../../text/text.js'

interface NextWords {
  /** In front of a colon or a dash, or alone above a list. */
  labels: string
  /** Beginnings of sentences that suffice. */
  leads: string
  /** Beginnings of sentences that say goodbye, offer help or speak of another time. */
  courtesies: string
}

const TABLES: readonly NextWords[] = [
  {
    labels: `next|next up|next steps?|next actions?|next tasks?|up next|what(?:['’]| i)s next|what comes next|what(?:['’]| i)s (?:still )?(?:left|missing|open)|what remains|remaining(?: \\w+)?|left(?: to do)?|still (?:to do|open|left|missing|pending|needed)|to[- ]?dos?|open (?:items|tasks|points|questions and tasks)|pending(?: \\w+)?|outstanding(?: \\w+)?|not (?:yet )?done(?: yet)?|follow[- ]?ups?|(?:immediate|suggested|recommended|proposed|possible|logical) next (?:steps?|actions?)|where to (?:pick up|continue)(?: \\w+)?|for (?:tomorrow|next time|the next session)|tomorrow`,
    leads: `the (?:remaining|next|last|only remaining) (?:step|task|piece|thing|part|item)s?(?: left)? (?:is|are|will be|would be)|the next step\\b|next,? (?:i|we|let)\\b|next up is|(?:all )?(?:that['’]?s|what['’]?s|what is) left (?:is|to do)|(?:i|we) still (?:need|have) to|it remains to|still to do is|(?:next,? )?i(?:['’]d| would) (?:now |then )?(?:\\w+ )+?next\\b|i(?:['’]d| would) (?:start|begin|continue|go on|proceed) (?:with|by)|(?:if|once|when|as soon as) (?:you (?:agree|confirm|approve|are ok|are happy|say so|give me|want)|that(?:['’]s| is) (?:ok|fine)|approved|confirmed)[^,.]*, i(?:['’]ll| will)|with your (?:ok|go-ahead|approval),? i`,
    courtesies: `let (?:me|us) know|next time|next\\.?js|feel free|i(?:['’]ll| will) (?:be (?:here|happy|glad)|wait|leave (?:it|that|this) (?:to|with|there|here|at)|let you|stop here|keep (?:that|this) in mind)|happy to|glad to|anything else|if (?:you|there)(?:['’]re| are| have| need)?[^,.]*(?:questions?|anything else|something else|else)|what would you like|tell me|just (?:ask|tell|say|let me know)|let me (?:explain|summari[sz]e|clarify|be clear|know)|(?:i|we) (?:need|still need) to (?:apologi[sz]e|stress)|remaining calm|left (?:side|hand|alone|untouched|as)`,
  },
  {
    labels: `als nächstes|nächster schritt|nächste (?:schritte|aufgaben?)|(?:noch )?offen(?:e (?:punkte|aufgaben|fragen und aufgaben))?|noch zu (?:tun|erledigen)|zu tun|was (?:noch )?(?:fehlt|bleibt|aussteht|offen ist)|es fehlt noch|(?:es )?fehlt noch|steht noch aus|ausstehend|verbleibend|rest(?:arbeiten)?|für morgen|morgen`,
    leads: `als nächstes\\b|(?:der )?nächste[rs]? schritt\\b|nächste schritte\\b|(?:jetzt |nun )?(?:es )?(?:fehlt|fehlen|bleibt|bleiben) (?:jetzt |nun )?(?:nur )?noch|danach (?:werde|mache|kommt|schreibe|baue) |ich (?:würde|werde) (?:als nächstes|jetzt|dann|danach)|(?:wenn|sobald|falls) (?:du (?:einverstanden|zustimmst|magst|willst|das ok)|das (?:passt|ok ist|so passt|in ordnung ist))[^,.]*, [^\\s,.:;]+ ich|mit deinem ok`,
    courtesies: `sag (?:mir )?(?:einfach )?bescheid|sag mir|lass (?:es )?mich wissen|gib (?:mir )?bescheid|melde dich|falls du (?:noch )?fragen|bei fragen|wenn du (?:noch )?(?:fragen|etwas|was|hilfe)|(?:beim )?nächste[ns]? mal|offen gesagt|offen gestanden|morgen früh um`,
  },
  {
    labels: `ensuite|prochaines? étapes?|étapes? suivantes?|(?:la )?suite|(?:ce qu['’])?il reste(?: à faire)?|reste(?: à faire)?|(?:encore )?à faire|restant|points? ouverts?|en attente|pour demain`,
    leads: `ensuite,? (?:je|on|nous|il)|(?:la )?prochaine étape\\b|il (?:ne )?reste (?:plus |encore )?(?:qu['’]|à|maintenant à)|je vais (?:maintenant|ensuite)|l['’]étape suivante|(?:si|dès que|quand) (?:tu es d['’]accord|vous êtes d['’]accord|cela (?:te|vous) (?:convient|va)|ça te va|tu valides|vous validez|c['’]est bon)[^,.]*, (?:je|on)`,
    courtesies: `dis[- ]moi|dites[- ]moi|n['’]hésite|fais[- ]moi savoir|faites[- ]moi savoir|tiens[- ]moi|si tu as (?:des questions|besoin)|si vous avez (?:des questions|besoin)|la prochaine fois|je reste à|reste à (?:ta|votre) disposition|ensuite de quoi`,
  },
  {
    labels: `(?:el )?(?:siguiente|próximo) paso|(?:los )?(?:siguientes|próximos) pasos|lo siguiente|a continuación|(?:lo que )?(?:falta|queda)(?:n)?(?: por hacer)?|por hacer|pendientes?|tareas pendientes|para mañana`,
    leads: `(?:el )?(?:próximo|siguiente) paso\\b|a continuación\\b|lo siguiente (?:es|será)|(?:ya )?(?:solo|sólo) (?:falta|queda)n?\\b|(?:falta|queda)n? (?:por )?[^\\s,.:;]+(?:ar|er|ir)\\b|ahora voy a|(?:si|cuando) (?:estás de acuerdo|te parece(?: bien)?|lo apruebas|me confirmas|das el visto bueno)[^,.]*,`,
    courtesies: `avísame|dime|hazme saber|házmelo saber|si tienes (?:alguna )?(?:duda|pregunta)|si necesitas|la próxima vez|no dudes|quedo a|falta de|queda claro`,
  },
  {
    labels: `(?:o )?próximo passo|próximos passos|a seguir|em seguida|(?:o que )?(?:falta|resta)(?:m)?(?: fazer)?|por fazer|a fazer|pendentes?|pendências|para amanhã`,
    leads: `(?:o )?próximo passo\\b|em seguida\\b|a seguir,? |(?:só |ainda )(?:falta|resta)m?\\b|(?:falta|resta)m? [^\\s,.:;]+(?:ar|er|ir)\\b|agora vou|(?:se|quando) (?:você concordar|concordares|estiver de acordo|aprovar|aprovares)[^,.]*,`,
    courtesies: `me avise|avise[- ]me|me diga|diga[- ]me|se precisar|se tiver (?:dúvidas|perguntas)|da próxima vez|fique à vontade|qualquer dúvida|estou à disposição`,
  },
  {
    labels: `(?:il )?prossimo passo|prossimi passi|(?:resta |ancora )?da fare|cosa (?:manca|resta)|(?:ciò che )?(?:manca|rimane)|in sospeso|per domani`,
    leads: `(?:il )?prossimo passo\\b|(?:resta|rimane|manca) (?:ancora |solo )?da |ora (?:devo|farò)|poi (?:scriverò|farò|aggiungo)|se sei d['’]accordo[^,.]*,`,
    courtesies: `fammi sapere|dimmi|se hai (?:domande|bisogno)|la prossima volta|resto a disposizione`,
  },
  {
    labels: `(?:de )?volgende stap(?:pen)?|hierna|nog te doen|te doen|wat (?:nog )?(?:rest|ontbreekt|open staat)|(?:nog )?openstaand|voor morgen`,
    leads: `(?:de )?volgende stap\\b|hierna (?:zal|ga|schrijf|maak) |(?:nu |dan )?(?:rest|resteert|ontbreekt) (?:alleen )?nog|ik (?:zal|ga) (?:nu|hierna|daarna|vervolgens)|vervolgens (?:zal|ga|schrijf|maak) |als je (?:akkoord bent|het goed vindt)[^,.]*,`,
    courtesies: `laat (?:het )?(?:me|mij) (?:even )?weten|zeg het (?:me|maar)|als je (?:nog )?(?:vragen|iets|hulp)|de volgende keer`,
  },
  {
    labels: `następn(?:y|e) kroki?|dalej|co dalej|(?:zostało |pozostało )(?:do zrobienia)?|do zrobienia|na jutro`,
    leads: `następny krok|następnie (?:napiszę|dodam|zrobię|poprawię)|(?:teraz |potem )(?:napiszę|dodam|zrobię|poprawię)|(?:zostało|pozostało) (?:jeszcze |tylko )?|jeśli się zgadzasz[^,.]*,`,
    courtesies: `daj znać|dajcie znać|jeśli (?:masz|potrzebujesz)|następnym razem`,
  },
  {
    labels: `sonraki adım(?:lar)?|sırada(?:ki)?|sırada ne var|yapılacak(?:lar)?|kalan(?:lar)?|kalan iş(?:ler)?|yarın için`,
    leads: `sonraki adım|sırada |şimdi (?:sıra|geriye)|geriye (?:sadece |yalnızca )?|(?:onaylarsan|uygunsa|kabul edersen)[^,.]*,`,
    courtesies: `bana (?:haber ver|bildir|söyle)|haber ver|(?:başka )?(?:bir )?sorun(?:uz|un)? (?:varsa|olursa)|bir dahaki sefere`,
  },
  {
    labels: `далее|дальше|следующи[йе] шаги?|(?:что )?осталось(?: сделать)?|ещё не сделано|не сделано|к выполнению|на завтра`,
    leads: `далее[ ,]|(?:дальше|затем|потом|теперь) (?:я|мы) |следующий шаг|следующим шагом|осталось |теперь (?:нужно|надо|остаётся)|если (?:вы )?соглас[^,.]*,`,
    courtesies: `дайте знать|дай знать|сообщите|если (?:есть|будут|возникнут) вопросы|если нужно|в следующий раз|скажи(?:те)?`,
  },
  {
    labels: `далі|наступн(?:ий|і) кроки?|залишилося(?: зробити)?|на завтра`,
    leads: `далі[ ,]|наступний крок|залишилося |(?:потім|тепер) (?:я|ми) `,
    courtesies: `дайте знати|дай знати|якщо (?:є|будуть) (?:питання|запитання)|наступного разу`,
  },
  {
    labels: `التالي|الخطوة التالية|الخطوات التالية|المتبقي|ما تبقى|ما بقي|للغد`,
    leads: `بعد ذلك،? سأ|ثم سأ|سأقوم (?:الآن|بعد ذلك)|الخطوة التالية|بقي (?:أن|علينا)|يتبقى `,
    courtesies: `أخبرني|إذا (?:كان|كانت|احتجت|أردت|رغبت)|لا تتردد|في المرة القادمة`,
  },
  {
    labels: `下一步(?:计划|工作|操作)?|下一个步骤|接下来|后续(?:步骤|工作|计划)?|待办(?:事项)?|剩余(?:工作|任务|事项)?|剩下的(?:工作|任务)?|还(?:剩|差)(?:下)?|未完成(?:的)?(?:工作|任务)?|尚未完成|明天`,
    leads: `下一步|接下来|后续(?:需要|要|我)|还(?:需要|剩下|差)|剩下的?(?:是|工作|任务|只)|(?:如果你|你若|若你)(?:同意|确认|没意见)|经你同意`,
    courtesies: `如有|如果(?:还|你)?(?:有|需要|想)|请告诉|告诉我|请随时|随时|下次|有(?:任何)?问题|还有(?:什么|其他)`,
  },
  {
    labels: `次(?:の(?:ステップ|作業|タスク|手順))?|次にやること|次回|残り(?:の(?:作業|タスク))?|残(?:作業|タスク)|未(?:完了|対応|着手)(?:の(?:作業|タスク))?|今後(?:の(?:作業|予定|対応))?|やること`,
    leads: `次に|次は|次のステップ|残り(?:は|の)|あとは|このあと|この後は?|(?:よろしければ|問題なければ|ご?了承いただければ|同意いただければ)`,
    courtesies: `お知らせ|教えて|何か(?:あれば|ございましたら)|ご(?:質問|不明)|不明点|次回から|お気軽に|必要(?:であれば|なら)|他に`,
  },
  {
    labels: `다음(?: (?:단계|작업|할 일|순서))?|다음으로|남은 (?:작업|일|것|단계|과제)|할 일|미완료(?: 작업)?|미해결|아직 (?:안|못) 한 (?:것|일)|향후 (?:작업|계획)|내일`,
    leads: `다음으로|다음은|다음 단계|다음에는|이제 남은|남은 (?:것은|작업은|일은|건)|이어서|(?:괜찮으시면|동의하시면|승인하시면|좋다면)`,
    courtesies: `알려\\s?주|말씀해|궁금한|질문이|필요하(?:시면|면)|다음에 또|다음번|언제든`,
  },
]

/**
 * Patterns that look at the case, or at letters by their kind, take fifty times as long to make: the text is made small
 * instead. A letter that has another length then keeps the text as it is.
 */
export function lower(text: string): string {
  const small = text.toLowerCase()
  return small.length === text.length ? small : text
}

const column = (key: keyof NextWords, end?: string): Beginnings =>
  beginnings(
    TABLES.map((one) => one[key]),
    end,
  )

/** Behind the words: no letter of a written-out word goes on. */
const END = '(?![a-z0-9à-öø-ÿа-яё])'
const LABELS = column('labels', `${END}(?:\\s*\\([^)]{0,40}\\))?\\s*(?:[:：—–]|\\s-\\s|$)\\s*`)
const LEADS = column('leads')
const COURTESIES = column('courtesies')

const MAX_LABEL_LINE = 400
const MAX_LOOKED_AT = 12_000
const MAX_ITEMS = 6
const MAX_ITEM = 200

/** "Next: write the test", "The next step is …": by its first words. */
export function isNamedNext(sentence: string): boolean {
  if (isCourtesy(sentence)) return false
  const behind = LABELS.of(lower(sentence)) === null ? '' : withoutNext(sentence)
  if (behind !== '' && behind !== sentence) return !isNothing(behind)
  return LEADS.of(lower(sentence)) !== null
}

/** "Let me know if you want anything else." */
export function isCourtesy(sentence: string): boolean {
  return COURTESIES.of(lower(sentence)) !== null
}

/** Without the words that only say that it comes next. */
export function withoutNext(sentence: string): string {
  const label = LABELS.of(lower(sentence))
  return label !== null && label.length < sentence.length ? sentence.slice(label.length) : sentence
}

/** What stands last under such a label: in its line, or in the list or the paragraph below. Undefined: nothing. */
export function labelledNext(text: string): string | undefined {
  const lines = text.slice(-MAX_LOOKED_AT).split('\n')
  let isCode = false
  let found: string | undefined
  for (const [i, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode || line.length > MAX_LABEL_LINE || /^\s*[|>]/.test(line)) continue
    const plain = bare(line)
    const label = plain === '' ? null : LABELS.of(lower(plain))
    if (label === null || isCourtesy(plain)) continue
    const behind = plain.slice(label.length).trim()
    const said = behind === '' ? below(lines, i + 1) : behind
    if (said !== undefined && !isNothing(said)) found = said
  }
  return found
}

/** A line without the marks of Markdown. */
function bare(line: string): string {
  return cleanLine(line.slice(0, MAX_LABEL_LINE).replace(/^\s*(?:#{1,6}|[-*+•]|\d{1,3}[.)])\s+/, ''))
    .replaceAll('**', '')
    .replaceAll('__', '')
    .replace(/^(?:[\u2190-\u2bff\s]|\ufe0f|[\ud83c-\ud83e][\udc00-\udfff])+/, '')
    .trim()
}

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)、])\s+(?:\[( |x|X)\]\s+)?(.+)$/

/** The open items of the list, else the first line. */
function below(lines: readonly string[], from: number): string | undefined {
  const items: string[] = []
  for (const line of lines.slice(from, from + 40)) {
    if (line.trim() === '' && items.length === 0) continue
    const item = ITEM.exec(line.slice(0, MAX_LABEL_LINE))
    if (!item) {
      // What an item says further down belongs to it.
      if (items.length > 0 && /^\s{2,}\S/.test(line)) continue
      if (items.length === 0 && !/^\s*(?:#|```|\|)/.test(line)) return bare(line).slice(0, MAX_ITEM) || undefined
      break
    }
    const isDone = item[1]?.toLowerCase() === 'x' || /^(?:~~|✅|✔)/u.test(item[2] as string)
    if (!isDone && !/^\s{2,}/.test(line)) items.push(bare(item[2] as string).slice(0, MAX_ITEM))
  }
  return items.length === 0 ? undefined : items.slice(0, MAX_ITEMS).join('; ')
}

/** "Next steps: none." */
function isNothing(said: string): boolean {
  return /^(?:none|nothing|n\/a|no|keine?|nichts|niets|geen|brak|yok|rien|aucun|nada|ninguno|нет|无|没有|なし|없음)(?![a-zà-öø-ÿа-яё])/.test(
    lower(said),
  )
}

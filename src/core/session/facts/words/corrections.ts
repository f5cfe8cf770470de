/**
 * What the user sets right or wants to be remembered: "use port 5433, not 5432", "call it ledger instead of journal", "the
 * limit must be 500", "remember that staging has no TLS". It holds on, as what they asked to be kept to does. A report
 * ("it fails with 404, not 500") is none.
 */

import { lower } from './next.js'

/** An order or a wish, and what is not to be; in languages with spaces. */
const ORDERS: readonly [order: string, instead: string][] = [
  [
    `(?:use|using|call|name|put|keep|make|set|pick|take|choose|write|return|store|go with|stick (?:to|with)|switch to|i (?:prefer|want|meant|said|asked for|need)|we (?:use|call|prefer|want|need)|(?:is|are) (?:called|named|spelled)|should be|must be|has to be|needs to be)`,
    `(?:instead of|rather than|,\\s*(?:and |but )?not\\b|\\bover\\b)`,
  ],
  [
    `(?:nimm|nehmt|nehmen|verwende|verwenden|benutze?|nutze?|nenne?|setze?|schreibe?|lege?|mache?|ich (?:will|möchte|meinte|sagte)|wir (?:nehmen|nutzen|verwenden|benutzen|nennen)|soll(?:te)?(?:n)?|muss|müssen)`,
    `(?:statt|anstatt|anstelle|,\\s*(?:und )?nicht\\b)`,
  ],
  [
    `(?:utilise|utilisez|prends|prenez|mets|mettez|appelle|nomme|garde|choisis|je (?:veux|préfère|voulais)|on (?:utilise|prend)|doit être|devrait être)`,
    `(?:au lieu d|plutôt qu|,\\s*(?:et )?pas\\b)`,
  ],
  [
    `(?:usa|use|utiliza|pon|llámal[oa]|llama|deja|escribe|elige|quiero|prefiero|usamos|debe ser|debería ser|tiene que ser)`,
    `(?:en (?:lugar|vez) de|,\\s*(?:y )?no\\b)`,
  ],
  [
    `(?:use|usa|utilize|coloque|chame|deixe|escreva|escolha|quero|prefiro|usamos|deve ser|tem que ser)`,
    `(?:em vez de|ao invés de|no lugar de|,\\s*(?:e )?não(?=\\s))`,
  ],
  [
    `(?:usa|usate|metti|chiamal[oa]|chiama|scrivi|scegli|voglio|preferisco|usiamo|deve essere)`,
    `(?:invece di|al posto di|anziché|,\\s*(?:e )?non\\b)`,
  ],
  [
    `(?:используй(?:те)?|возьми|назови|поставь|напиши|выбери|хочу|нужно|должен|должна|должно)`,
    `(?:вместо|,? а не(?=\\s))`,
  ],
]

/** Without spaces the order of the words differs. */
const EAST_ASIAN =
  /(?:用|改成|换成|改为|叫|命名|写|放|应该|应|要).{0,40}(?:而不是|不是|而非|，不要|别用)|不(?:是|要用|用).{1,30}(?:而是|要用|用|改用)|(?:ではなく|じゃなくて|でなく|の代わりに).{1,60}(?:使|して|する|ください|下さい|にし|変え|べき)|(?:말고|대신|아니라|아닌).{1,60}(?:사용|써|쓰|해|하|바꿔|바꾸|로)/

/** "5433, not 5432": two values, whatever the language; and one that must be so. */
const VALUE = `[\\w./:-]*(?:\\d|_|\\.[a-z]|/)[\\w./:%-]*`
const VALUES = new RegExp(
  `(?:^|[\\s\`"'(])[\`"']?${VALUE}[\`"']?,? (?:(?:and|und|et|y|e|а) )?(?:not|nicht|pas|no|não|non|не) [\`"']?${VALUE}`,
)
const MUST_BE =
  /\b(?:(?:must|should|has to|have to|needs to) be|(?:muss|soll|sollte)\b(?=.*\bsein\b)|doit être|debe ser|deve ser|deve essere)(?= ).{0,60}(?:\d|`|"|“|«)/

const REMEMBER =
  /^(?:(?:please|also|and|but|btw|by the way|bitte|außerdem|aussi|también|também)[, ]+)*(?:(?:please )?remember(?:,| that)|note that|keep in mind|bear in mind|don['’]t forget(?: that)?|fyi|for (?:the record|context|reference)|merk dir|denk daran|beachte|vergiss nicht|n['’]oublie pas|souviens[- ]toi|note que|rappelle[- ]toi|recuerda|ten en cuenta|no olvides|lembre[- ]se|tenha em mente|não esqueça|ricorda|tieni presente|non dimenticare|запомни|учти|имей в виду|не забудь)(?![a-zà-öø-ÿа-яё])|^(?:记住|请记住|注意|别忘了|覚えておいて|忘れないで|注意して|기억해|참고로|잊지 마)|(?:覚えておいて|忘れないで|기억해|잊지 마)/

/** They tell what happens, and ask for nothing. */
const REPORTS =
  /\b(?:fails?|failed|failing|pass(?:es|ed)?|crash\w*|returns|returned|shows|showed|happens|happened|works|worked|got|gets|says|saw|sees|returning|scheitert|schlägt|liefert|zeigt|échoue|renvoie|affiche|falla|devuelve|muestra|falha|retorna|mostra|fallisce|restituisce|падает|возвращает)\b|失败|报错|返回|失敗|エラー|返る|返す|실패|오류|에러/

/** "FYI the build is broken" is something to mend. */
const TOLD = /^(?:(?:please|also|and|but|btw|by the way)[, ]+)*(?:fyi|for (?:the record|context|reference))/
const FLAW = /\b(?:typos?|bugs?|broken|wrong|missing|stuck|hangs?|(?:is|are|does|do)(?: not|n['’]t) \w+)\b/

/** Without one of these the slow pattern finds nothing; the second only behind a comma. */
const OTHERS =
  'instead of|rather than| over |statt|anstelle|au lieu d|plutôt qu|en lugar de|en vez de|em vez de|ao invés de|no lugar de|invece di|al posto di|anziché|вместо|а не'.split(
    '|',
  )
const DENIALS = 'not|nicht|pas|no|não|non'.split('|')
const hasOther = (said: string): boolean =>
  OTHERS.some((one) => said.includes(one)) || (said.includes(',') && DENIALS.some((one) => said.includes(one)))

let made: RegExp | undefined
const orders = (): RegExp =>
  (made ??= new RegExp(
    `^(?:(?:no|nope|actually|sorry|wait|hm+|ah|ok|okay|and|but|also|please|nein|doch|eigentlich|bitte|non|en fait|perdón|não|нет)[, ]+)*(?:[^,]{0,60}[\\s,])??(?:${ORDERS.map(([order, instead]) => `${order}\\s.{1,100}?${instead}`).join('|')})`,
  ))

export function isCorrection(sentence: string): boolean {
  const said = lower(sentence)
  if (/[?？]["'”’)]?$/.test(sentence)) return false
  if (REMEMBER.test(said)) return !(TOLD.test(said) && (REPORTS.test(said) || FLAW.test(said)))
  const isOrder = VALUES.test(said) || MUST_BE.test(said) || EAST_ASIAN.test(said)
  return (isOrder || (hasOther(said) && orders().test(said))) && !REPORTS.test(said)
}

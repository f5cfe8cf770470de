/**
 * Ways that were tried and did not lead there, in some languages: "The cookie approach failed because the proxy strips it".
 * A failing test is a state of the work and no such thing: the sentence must speak of a way of doing it.
 */

import { lower } from './next.js'

/** A way of doing something, and behind it that it did not work. */
const ROWS: readonly [way: string, failed: string][] = [
  [
    `\\b(?:approach|idea|solution|workaround|way|trick|technique|hack|experiment|(?:first|second|third|last|my|our|this|that) attempt)\\b`,
    `\\b(?:failed|fails|broke|backfired|(?:did|does|do|was|is|wo|would|could|ca)(?:n['’]t| not) (?:work|help|hold|fly|scale|viable|possible|feasible|an option)|(?:was|is|were) (?:a )?(?:dead end|rejected|too slow|useless|abandoned|scrapped|dropped)|got(?: us)? nowhere|led nowhere|turned out (?:not to|to be (?:wrong|too|a dead end|impossible)))`,
  ],
  [
    `(?<![a-zà-öø-ÿ])(?:ansatz|versuch|idee|lösung(?:sweg)?|weg|variante|strategie|umweg)(?![a-zà-öø-ÿ])`,
    `(?:gescheitert|scheitert(?:e)?|fehlgeschlagen|schlug fehl|schlägt fehl|funktioniert(?:e)? (?:[^\\s,.;]+ ){0,2}nicht|klappt(?:e)? (?:[^\\s,.;]+ ){0,2}nicht|hat (?:[^\\s,.;]+ ){0,2}nicht (?:funktioniert|geklappt|geholfen)|bringt nichts|brachte nichts|führt(?:e)? nicht|sackgasse|verworfen)`,
  ],
  [
    `(?:approche|idée|solution|piste|stratégie|contournement)`,
    `(?:échoue|échoué|n['’](?:a|ont) pas (?:marché|fonctionné|abouti)|ne (?:marche|fonctionne|tient) pas|impasse|abandonnée?)`,
  ],
  [
    `(?:enfoque|idea|solución|estrategia|vía|alternativa)`,
    `(?:falló|fallaba|fracas[^\\s,.;]+|no (?:funcion[^\\s,.;]+|sirv[^\\s,.;]+|resultó)|callejón sin salida|descartad[oa])`,
  ],
  [
    `(?:abordagem|ideia|solução|estratégia|alternativa)`,
    `(?:falhou|falha|fracassou|não (?:funcion[^\\s,.;]+|deu certo|serve|resolveu)|beco sem saída|descartad[oa])`,
  ],
  [
    `(?:approccio|idea|soluzione|strategia|strada)`,
    `(?:fallit[oa]|fallisce|non (?:funziona|ha funzionato|va bene)|vicolo cieco|scartat[oa])`,
  ],
  [
    `(?:подход|иде[яю]|решени|вариант|способ)`,
    `(?:не (?:сработал|работает|помог|подош)|провалил|тупик|отброшен|не удал)`,
  ],
  [`(?:方案|方法|思路|尝试|做法|办法|路线)`, `(?:失败|不行|行不通|走不通|不可行|没用|无效|不起作用|不奏效)`],
  [
    `(?:方法|アプローチ|案|方式|やり方|手法|試み|対策)`,
    `(?:失敗|うまくいか|うまく行か|動かな|動作しな|動きませ|使えな|使えませ|だめ|ダメ|駄目|無理|効か|効果が(?:な|あり))`,
  ],
  [
    `(?:방법|접근(?:법|\\s?방식)?|방식|시도|방안|아이디어|해결책)`,
    `(?:실패|안\\s?(?:된|됐|되|돼|먹)|작동하지|동작하지|통하지|소용없|쓸 수 없|불가능)`,
  ],
]

/** "Tried pinning the version, but it still crashed." */
const TRIED =
  /(?:\b(?:i|we) (?:have |['’]ve )?tried\b|^tried\b|\b(?:habe|haben) (?:ich |wir )?.*\b(?:versucht|probiert)\b|\bversuchte\b|(?:j['’]ai|on a|nous avons) (?:d['’]abord |aussi |déjà )?(?:essayé|tenté)|(?<![a-zà-ÿ])(?:intent[éó]|prob[éó]|(?:he|hemos) (?:probado|intentado))(?![a-zà-ÿ])|\b(?:tentei|experimentei|testei)\b|\b(?:ho|abbiamo) (?:prima )?(?:provato|tentato)\b|попробовал|пробовал|пытал|спробував|намага|próbował(?:em|am)|denedi[mk]|(?:جربت|حاولت|جربنا|حاولنا)|试过|试了|試した|試しました|試みた|시도했|해봤|해 봤).{0,200}?(?:\bbut\b|\bhowever\b|\baber\b|\bjedoch\b|\bmais\b|\bpero\b|\bmas\b|\bma\b|, но |, але |, ale |\bama\b|\bancak\b|لكن|但|可是|が、|けど|지만|(?:는|은)데|(?:did|does|do)(?:n['’]t| not) (?:work|help))/

/** It may fail, or asks for what to do if it does. */
const SUPPOSED =
  /^(?:if|in case|should|when|whether|unless|falls|wenn|sollte|si|se|caso|если|如果|若|假如|もし|만약)(?![a-zà-öø-ÿа-яё])|\b(?:might|may|could|would|könnte|würde|pourrait|podría|poderia|potrebbe) (?:also |auch |not )?(?:fail|break|scheitern|échouer|fallar|falhar|fallire|nicht)/

/** A sentence with none of these speaks of no way: the pattern takes long to make. */
const WAYS =
  'approach|approche|idea|solution|workaround|way|trick|technique|hack|experiment|attempt|ansatz|versuch|idee|lösung|weg|variante|strategie|idée|piste|stratégie|contournement|enfoque|solución|estrategia|vía|alternativa|abordagem|ideia|solução|estratégia|approccio|soluzione|strategia|strada|подход|иде|решени|вариант|способ|方案|方法|思路|尝试|做法|办法|路线|アプローチ|案|方式|やり方|手法|試み|対策|방법|접근|방식|시도|방안|아이디어|해결책'.split(
    '|',
  )

/** Nor one with none of these of a trial. */
const TRIALS =
  'tried|versucht|probiert|essayé|tenté|intent|prob|tentei|experimentei|testei|provato|tentato|пробовал|пытал|спробував|намага|próbował|denedi|جرب|حاول|试过|试了|試|시도했|해봤|해 봤'.split(
    '|',
  )

/** Said of anything and in the past, as in English "did not work": what an agent says so of, it has tried. */
const IN_VAIN =
  /(?:\bha(?:t|ben) (?:[^\s,.;]+ ){0,3}?nichts? (?:funktioniert|geklappt|geholfen|gebracht)|\b(?:funktionierte|klappte|half) (?:[^\s,.;]+ ){0,2}nicht|\b(?:werkten?|lukten?|hielp(?:en)?) (?:[^\s,.;]+ ){0,2}niet\b|\b(?:heeft|hebben|is) (?:[^\s,.;]+ ){0,3}niet (?:gewerkt|geholpen|gelukt)|n['’](?:a|ont) pas (?:marché|fonctionné|abouti|aidé)|\bno (?:funcionó|funcionaron|sirvió|resultó|ha funcionado)|não (?:funcionou|deu certo|resolveu|adiantou)|non ha(?:nno)? (?:funzionato|aiutato|risolto)|не (?:сработал|помог)|не спрацюва|nie zadziała|işe yaramadı|うまく(?:いき|行き)ません|うまく(?:いか|行か)なかった|動きませんでした|だめでした|没(?:有)?起作用|不起作用|통하지 않았|안 됐)/

/** A check that failed is a state of the work. */
const CHECKS =
  /(?<![a-zà-ÿ])(?:tests?|builds?|ci|pruebas?|testes|compil\w*)(?![a-zà-ÿ])|тест|сборк|测试|构建|テスト|ビルド|테스트|빌드/

const VAINS =
  "funktioniert|geklappt|geholfen|gebracht|klappte|half|werkte|lukte|hielp|gewerkt|geholpen|gelukt|n'a|n’a|n'o|n’o|funcion|sirvió|resultó|não |non ha|не с|не п|zadziała|yaramadı|うまく|ませんでした|だめでした|起作用|않았|안 됐".split(
    '|',
  )

/** By an agent: a user says the same of what is to be mended. */
export function isInVain(sentence: string): boolean {
  const said = lower(sentence)
  if (!VAINS.some((word) => said.includes(word)) || !IN_VAIN.test(said)) return false
  return !CHECKS.test(said) && !/[?？]["'”’)]?$/.test(sentence) && !SUPPOSED.test(said)
}

let made: RegExp | undefined
const failed = (): RegExp => (made ??= new RegExp(ROWS.map(([way, how]) => `${way}.{0,120}?${how}`).join('|')))

export function isTriedInVain(sentence: string): boolean {
  const said = lower(sentence)
  const has = (words: readonly string[]): boolean => words.some((word) => said.includes(word))
  const isSaid = (has(WAYS) && failed().test(said)) || (has(TRIALS) && TRIED.test(said))
  return isSaid && !/[?？]["'”’)]?$/.test(sentence) && !SUPPOSED.test(said)
}

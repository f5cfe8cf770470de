/**
 * "Wir nehmen Postgres, weil …": what is used or kept, said in the present and with its reason or with what was not chosen.
 * Without one of these it is said of anything one does, so both must stand in the sentence. English: see sentences.ts.
 */

interface Tongue {
  /** Before a reason, or before what was not chosen. Plain text, looked for first: nearly no sentence has any of it. */
  weighs: readonly string[]
  /** We or I, and the verb. */
  chooses: RegExp
}

const TONGUES: readonly Tongue[] = [
  {
    weighs: [' weil ', ',weil ', ' denn ', ' damit ', ', da ', ' statt ', ' anstatt ', ' anstelle '],
    chooses:
      /^(?:(?:wir|ich) (?:nehmen?(?! (?:an|mal an|mir)\b)|verwenden?|benutzen?|nutzen?|behalten?|bleiben?|lassen?|speichern?|setzen? auf|gehen? mit|halten?|wählen?)|nimm|nehmen wir|verwende|bleib(?:en wir)?|lass(?:en wir)?|behalte)\s/i,
  },
  {
    weighs: [' parce qu', ' car ', ' puisqu', ' afin ', ' pour que ', ' au lieu d', ' plutôt qu'],
    chooses:
      /^(?:on|nous|je) (?:gard(?:e|ons)|utilis(?:e|ons|era|erons)|pren(?:d|ds|ons)|choisi(?:t|s|ssons)|rest(?:e|ons)|par(?:t|s|tons) sur|va (?:utiliser|garder)|allons (?:utiliser|garder))\s/i,
  },
  {
    weighs: [' porque ', ' ya que ', ' para que ', ' puesto que ', ' en lugar de', ' en vez de'],
    chooses:
      /^(?:usamos|usaremos|usaré|uso|vamos a (?:usar|mantener|dejar)|mantenemos|mantengo|nos quedamos con|me quedo con|dejamos|guardamos)\s/i,
  },
  {
    weighs: [' porque ', ' já que ', ' pois ', ' para que ', ' em vez d', ' ao invés d'],
    chooses: /^(?:usamos|usaremos|vou usar|uso|vamos (?:usar|manter|ficar com)|mantemos|ficamos com|deixamos)\s/i,
  },
  {
    weighs: [' perché ', ' poiché ', ' dato che ', ' siccome ', ' affinché ', ' invece d', ' anziché ', ' al posto d'],
    chooses: /^(?:usiamo|useremo|uso|userò|teniamo|manteniamo|prendiamo|restiamo (?:su|con)|lasciamo)\s/i,
  },
  {
    weighs: [' omdat ', ' zodat ', ' want ', ' in plaats van '],
    chooses: /^(?:we|ik) (?:gebruiken?|houden?|nemen|neem|kiezen|kies|blijven|blijf|laten|laat)\s/i,
  },
  {
    weighs: [' bo ', ' ponieważ ', ' żeby ', ' dlatego że ', ' zamiast '],
    chooses: /^(?:używamy|użyjemy|użyję|bierzemy|zostawiamy|zostajemy przy|trzymamy)\s/i,
  },
  {
    weighs: [' потому что ', ' так как ', ' чтобы ', ' поскольку ', ' вместо ', ' а не '],
    chooses:
      /^(?:мы\s|я\s)?(?:бер[её]м|беру|используем|использую|оставляем|оставляю|храним|будем использовать|возьм[её]м)\s/i,
  },
  {
    weighs: [' тому що ', ' бо ', ' щоб ', ' оскільки ', ' замість ', ' а не '],
    chooses: /^(?:ми\s|я\s)?(?:беремо|беру|використовуємо|використовую|залишаємо|залишаю|зберігаємо)\s/i,
  },
  {
    weighs: ['çünkü', ' için', ' yerine '],
    chooses: /(?:kullanıyoruz|kullanacağız|kullanacağım|seçiyoruz|kalıyoruz|tutuyoruz)/i,
  },
  {
    weighs: ['因为', '由于', '而不是', '而非', '不用'],
    chooses: /^(?:我们|咱们|我)?(?:就|还是|先)?(?:用|采用|使用|选用|选择|保留|沿用)/,
  },
  {
    weighs: ['ので', 'から、', 'ため', 'なぜなら', 'ではなく', 'の代わりに'],
    chooses:
      /(?:を(?:使(?:う|います)|採用(?:する|します)|残(?:す|します))|に(?:する|します)|で(?:行く|いく|行きます|いきます))/,
  },
  {
    weighs: ['때문에', '니까', '므로', '왜냐하면', ' 대신', '아니라'],
    chooses: /사용(?:합니다|하겠습니다|하자)|씁니다|쓰겠습니다|쓰자|유지(?:합니다|하겠습니다)|갑니다|가겠습니다/,
  },
]

/** A reason, or what was not chosen, is in it. Not English. */
export function isWeighed(lower: string): boolean {
  return TONGUES.some(({ weighs }) => weighs.some((word) => lower.includes(word)))
}

/** In another tongue than English. `lower`: the same in lower case. */
export function isReasonedElsewhere(sentence: string, lower: string): boolean {
  return TONGUES.some(({ weighs, chooses }) => weighs.some((word) => lower.includes(word)) && chooses.test(sentence))
}

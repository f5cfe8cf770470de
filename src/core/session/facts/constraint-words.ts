/**
 * The words by which people say what is to be kept to, in some languages. A sentence is cut into clauses, and a clause
 * counts by how it begins: "never touch it" asks for something, "it never works" tells something. All in lower case.
 */

export interface ConstraintWords {
  /** A clause that begins so. */
  starts: readonly string[]
  /** Clear wherever they stand in a clause. */
  anywhere: readonly string[]
  /** A clause that begins with one of these verbs and holds one of the words `with`. */
  verbs: readonly string[]
  with: readonly string[]
  /** Such a word makes it one for now. */
  later: readonly string[]
  /** For now by themselves, at the start of a clause. */
  first: readonly string[]
  /** The same at its end. */
  last: readonly string[]
  /** A sentence with none of these holds none of the above. */
  hints: ReadonlySet<string>
}

const list = (words: string): string[] => (words === '' ? [] : words.split('|'))

function row(words: Record<Exclude<keyof ConstraintWords, 'hints'>, string>): ConstraintWords {
  const { starts, anywhere, first, last } = words
  return {
    starts: list(starts),
    anywhere: list(anywhere),
    verbs: list(words.verbs),
    with: list(words.with),
    later: list(words.later),
    first: list(first),
    last: list(last),
    hints: firstWords([starts, anywhere, words.with, first, last].join('|')),
  }
}

/** Of each phrase. At once for all of them: one by one they are half of what loading the facts of a session takes. */
function firstWords(phrases: string): Set<string> {
  return new Set(phrases.match(/(?<=^|\|)[^\s\0-@[-`{-~«»“”„…—–]+/g))
}

/** Whatever stands between letters parts them. */
export function wordsOf(text: string): string[] {
  return text.split(/[\s\0-@[-`{-~«»“”„…—–]+/).filter((word) => word !== '')
}

/** Behind "don't" they tell something and ask for nothing. */
export const TELLING: readonly string[] = list(
  'worry|need|know|think|see|understand|have|mind|care|get|believe|remember|recall|really|like',
)

export const LATIN: readonly ConstraintWords[] = [
  row({
    starts: `never|always|do not|don't|dont|do never|don't ever|must not|mustn't|must never|may not|only use|use only|only ever|only touch|only change|only edit|only work|avoid|stick to|stick with|no new|no more|nothing may|leave everything else|under no circumstances|at no point|no changes|no commits|not a single`,
    anywhere: `from now on|going forward|at all times|under no circumstances|must not|must never|mustn't|must always|must stay|must remain|has to stay|have to stay|off limits|is not allowed|are not allowed|without touching|without changing any|without breaking`,
    verbs: `use|keep|leave|stay|work|write|run|touch`,
    with: `not|never|always|only|stable|unchanged|untouched|alone|as is|as it is|as they are|intact|compatible|nothing`,
    later: `yet|for now|for the moment|for the time being|until|till|before you|before i|right now`,
    first: `first|for now|for the moment|just explain|only explain|just tell|just show|just look|just describe|just plan|just answer|just read|only look|only plan|only read|hold off|wait|not yet|plan only|no code yet`,
    last: `first|for now|not yet|before anything else`,
  }),
  row({
    starts: `nie|niemals|immer|keine|kein|keinen|nicht|nur|bitte nicht|auf keinen fall|nichts`,
    anywhere: `niemals|auf keinen fall|ab jetzt|ab sofort|von jetzt an|in zukunft|künftig|darf nicht|dürfen nicht|darfst nicht|darf nie|muss immer|nicht anfassen|nicht ändern|nicht verändern|nicht committen|nicht pushen|nicht löschen|nie anfassen|nie ändern|muss stabil bleiben|unverändert lassen`,
    verbs: `benutze|benutz|nutze|nutz|verwende|nimm|mach|mache|fass|fasse|ändere|ändre|lass|lasse|committe|pushe|schreib|schreibe|behalte|halte|halt|lösche|installiere|rühr|teste|führ|führe`,
    with: `nie|niemals|immer|nicht|nichts|nur|kein|keine|keinen|stabil|unverändert|in ruhe`,
    later: `noch|erstmal|vorerst|fürs erste|bis ich|bevor`,
    first: `noch nicht|noch nichts|noch kein|erstmal|erst mal|erst|zuerst|vorerst|fürs erste|nur erklären|erklär nur|erkläre nur|erklär erst|erkläre erst|zeig erst|zeige erst|warte`,
    last: `noch nicht|zuerst|vorerst`,
  }),
  row({
    starts: `ne|n'|jamais|toujours|surtout pas|évite|évitez|uniquement|seulement|aucun|aucune|garde|gardez|pas de`,
    anywhere: `à partir de maintenant|désormais|dorénavant|il ne faut pas|il ne faut jamais|ne doit pas|ne doit jamais|ne doivent pas|en aucun cas`,
    verbs: `utilise|utilisez|emploie|laisse|laissez|touche|lance|lancez|fais|faites`,
    with: `jamais|toujours|uniquement|seulement|pas|tel quel|rien|intact`,
    later: `encore|pour l'instant|pour le moment|avant que|tant que|jusqu'à`,
    first: `pas encore|pour l'instant|pour le moment|d'abord|explique seulement|explique juste|explique d'abord|montre d'abord|attends|attendez`,
    last: `pas encore|d'abord|pour l'instant`,
  }),
  row({
    starts: `nunca|jamás|siempre|no toques|no uses|no hagas|no cambies|no modifiques|no borres|no añadas|no agregues|no instales|no ejecutes|no subas|no commitees|no elimines|no renombres|no crees|no escribas|no edites|no rompas|evita|solo usa|usa solo|solamente|mantén|mantener`,
    anywhere: `a partir de ahora|de ahora en adelante|no debe|no deben|no se debe|no se puede tocar|bajo ningún concepto|bajo ninguna circunstancia`,
    verbs: `usa|utiliza|deja|trabaja|haz|ejecuta`,
    with: `nunca|siempre|no|solo|sólo|únicamente|estable|como está`,
    later: `todavía|aún|por ahora|de momento|hasta que|antes de que`,
    first: `todavía no|aún no|por ahora|de momento|primero|solo explica|explica solo|sólo explica|espera`,
    last: `todavía|aún|primero|por ahora`,
  }),
  row({
    starts: `nunca|jamais|sempre|não toque|não use|não mexa|não altere|não mude|não modifique|não faça|não apague|não adicione|não instale|não execute|não commite|não crie|não edite|não quebre|evite|use apenas|use somente|apenas use|mantenha`,
    anywhere: `a partir de agora|de agora em diante|daqui para frente|não deve|não devem|não pode ser alterad|em hipótese alguma`,
    verbs: `use|utilize|deixe|trabalhe|rode|execute`,
    with: `nunca|sempre|não|apenas|somente|estável|como está`,
    later: `ainda|por enquanto|por agora|até que|antes que`,
    first: `ainda não|por enquanto|por agora|primeiro|só explique|apenas explique|explique apenas|espere`,
    last: `ainda|primeiro|por enquanto`,
  }),
  row({
    starts: `mai|non toccare|non usare|non modificare|non cambiare|non fare|non cancellare|non aggiungere|non installare|non eseguire|non committare|non fare commit|non creare|non rompere|non scrivere|non eliminare|evita|usa solo|usa soltanto|mantieni`,
    anywhere: `d'ora in poi|da ora in poi|da adesso in poi|non deve|non devono|in nessun caso`,
    verbs: `usa|utilizza|lascia|lavora|esegui`,
    with: `mai|sempre|non|solo|soltanto|stabile|com'è`,
    later: `ancora|per ora|per adesso|per il momento|finché|prima che`,
    first: `non ancora|per ora|per adesso|per il momento|prima|solo spiega|spiega solo|spiegami solo|aspetta`,
    last: `ancora|per ora|prima`,
  }),
]

export const CYRILLIC: readonly ConstraintWords[] = [
  row({
    starts: `никогда|всегда|не трогай|не трогайте|не используй|не меняй|не изменяй|не делай|не удаляй|не добавляй|не коммить|не коммити|не пушь|не запускай|не ломай|не пиши|не создавай|нельзя|только используй|используй только|избегай|ни в коем случае`,
    anywhere: `с этого момента|отныне|впредь|с сегодняшнего дня|не должен|не должна|не должны|ни в коем случае|нельзя трогать`,
    verbs: `используй|оставь|держи|запускай|делай|пиши`,
    with: `никогда|всегда|не|только|стабильным|стабильной|как есть`,
    later: `пока|ещё|еще|до того как`,
    first: `пока не|пока что|ещё не|еще не|сначала|для начала|только объясни|просто объясни|подожди`,
    last: `пока|сначала|пока что`,
  }),
]

/** Written without spaces: here the starts are looked for at the start of a clause, the rest inside of it. */
export const EAST_ASIAN: readonly ConstraintWords[] = [
  row({
    starts: `别|不要|不得|禁止|永远不|绝不|始终|总是|一律|务必|必须|只能|只用|只使用|只改|保持|不准|避免|切勿`,
    anywhere: `不要|从现在开始|从现在起|以后都|今后|不得|禁止|千万别|切勿|绝对不`,
    verbs: '',
    with: '',
    later: `先别|先不要|暂时|暂且|还不要|先|目前|现在还`,
    first: `先|暂时|暂且|首先|只解释|仅解释|等一下`,
    last: '',
  }),
  row({
    starts: `必ず|常に|絶対に|決して`,
    anywhere: `ないで|てはいけ|ではいけ|ないこと|禁止|今後は|これからは|以後は|だけを使|のみ使|のみを使|維持して`,
    verbs: '',
    with: '',
    later: `まだ|とりあえず|今は|一旦|いったん`,
    first: `まず|とりあえず|一旦|いったん|説明だけ|最初に`,
    last: `説明だけ`,
  }),
]

/** First words of what leads up to a request, in all languages with spaces. */
export const LEADS: readonly string[] =
  "please pls also then so and but ok okay now again remember note important you we i should make be just bitte du wir aber auch und s'il por per пожалуйста".split(
    ' ',
  )

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
  /** Where the verb stands last: a clause that ends so asks for something. */
  ends: readonly string[]
  /** A sentence with none of these holds none of the above. */
  hints: ReadonlySet<string>
}

const list = (words: string): string[] => (words === '' ? [] : words.split('|'))

type Words = Record<Exclude<keyof ConstraintWords, 'hints' | 'ends'>, string> & { ends?: string }

function row(words: Words): ConstraintWords {
  const { starts, anywhere, first, last, ends = '' } = words
  return {
    starts: list(starts),
    anywhere: list(anywhere),
    verbs: list(words.verbs),
    with: list(words.with),
    later: list(words.later),
    first: list(first),
    last: list(last),
    ends: list(ends),
    hints: firstWords([starts, anywhere, words.with, first, last, ends].join('|')),
  }
}

/** Of each phrase. At once for all of them: one by one they are half of what loading the facts of a session takes. */
function firstWords(phrases: string): Set<string> {
  return new Set(phrases.match(/(?<=^|\|)[^\s\0-@[-`{-~«»“”„…—–]+/g))
}

/** In small letters. In Arabic "and" is joined to the word behind it. */
export function small(text: string): string {
  const lower = text.toLowerCase().replaceAll('’', "'")
  return lower.replace(/(?<!\S)و(?=لا )/g, '')
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
    first: `noch nicht|noch nichts|noch kein|noch keine|noch keinen|erstmal|erst mal|erst|zuerst|vorerst|fürs erste|nur erklären|erklär nur|erkläre nur|erklär erst|erkläre erst|zeig erst|zeige erst|warte`,
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
  row({
    starts: `nooit|altijd|niet|geen|alleen|gebruik alleen|gebruik uitsluitend|vermijd|blijf van|in geen geval|onder geen beding`,
    anywhere: `vanaf nu|van nu af aan|voortaan|in geen geval|onder geen beding|mag niet|mogen niet|mag nooit|niet aanraken|niet aanpassen|niet wijzigen|niet veranderen|niet committen|niet pushen|niet verwijderen|moet stabiel blijven`,
    verbs: `gebruik|raak|laat|hou|houd|maak|schrijf|verander|wijzig|pas|verwijder|commit|push|installeer|voer|doe|werk|test`,
    with: `nooit|altijd|niet|niets|alleen|geen|stabiel|ongewijzigd|met rust`,
    later: `nog|voorlopig|voor nu|eerst even|totdat|voordat`,
    first: `nog niet|nog niets|nog geen|voorlopig|voor nu|eerst|leg alleen|leg eerst|wacht`,
    last: `nog niet|eerst|voorlopig`,
  }),
  row({
    starts: `aldrig|alltid|rör inte|ändra inte|använd inte|använd bara|använd endast|ta inte bort|lägg inte till|committa inte|pusha inte|skriv inte|kör inte|gör inte|inga|undvik`,
    anywhere: `från och med nu|hädanefter|under inga omständigheter|får inte|får aldrig|måste alltid|ska aldrig`,
    verbs: `använd|rör|ändra|låt|håll|kör|skriv|gör`,
    with: `aldrig|alltid|inte|bara|endast|stabilt|oförändrad`,
    later: `än|ännu|tills vidare|för tillfället|innan|förrän`,
    first: `inte än|tills vidare|för tillfället|först|förklara bara|förklara först|vänta`,
    last: `inte än|än så länge|först`,
  }),
  row({
    starts: `nigdy|zawsze|nie ruszaj|nie ruszajcie|nie dotykaj|nie zmieniaj|nie zmieniajcie|nie modyfikuj|nie edytuj|nie używaj|nie używajcie|nie usuwaj|nie kasuj|nie dodawaj|nie commituj|nie pushuj|nie wypychaj|nie wysyłaj|nie instaluj|nie uruchamiaj|nie twórz|nie pisz|nie rób|nie psuj|nie wdrażaj|nie wolno|niczego nie|pod żadnym pozorem|w żadnym wypadku|unikaj|używaj tylko|używaj wyłącznie|żadnych`,
    anywhere: `od teraz|od tej pory|odtąd|na przyszłość|pod żadnym pozorem|w żadnym wypadku|nie wolno|nie może być zmienion|musi pozostać|mają pozostać|ma pozostać`,
    verbs: `używaj|używajcie|zostaw|trzymaj|zachowaj|pisz|uruchamiaj|rób|pracuj`,
    with: `nigdy|zawsze|nie|tylko|wyłącznie|bez zmian|w spokoju|nic|niczego`,
    later: `jeszcze|na razie|póki co|chwilowo|zanim|dopóki|dopóty`,
    first: `jeszcze niczego|jeszcze nie commituj|jeszcze nie zmieniaj|jeszcze nie ruszaj|jeszcze nie rób|jeszcze nie wdrażaj|na razie|póki co|najpierw|tylko wyjaśnij|wyjaśnij tylko|poczekaj|zaczekaj|wstrzymaj`,
    last: `na razie|póki co|najpierw`,
  }),
  row({
    starts: `asla|hiçbir zaman|sakın|sadece|yalnızca`,
    anywhere: `bundan sonra|bundan böyle|şu andan itibaren|dokunmak yasak|kesinlikle yasak`,
    verbs: '',
    with: '',
    later: `henüz|şimdilik|daha|önce|şu an`,
    first: `önce açıkla|sadece açıkla|yalnızca açıkla|bekle`,
    last: `şimdilik`,
    ends: `dokunma|dokunmayın|değiştirme|değiştirmeyin|düzenleme|silme|silmeyin|yapma|yapmayın|ekleme|eklemeyin|kullanma|kullanmayın|etme|etmeyin|commitleme|pushlama|çalıştırma|çalıştırmayın|yükleme|kurma|bozma|yazma|oluşturma|gönderme|dokunulmasın|değişmesin|silinmesin|kullanılmasın|olmasın|kalsın|kullan|kullanın`,
  }),
  row({
    starts: `đừng|không được|tuyệt đối không|tuyệt đối đừng|cấm|luôn luôn|chỉ dùng|chỉ sử dụng|tránh|jangan|dilarang|selalu gunakan|hanya gunakan|hindari`,
    anywhere: `từ giờ|từ bây giờ|kể từ bây giờ|mulai sekarang|tidak boleh`,
    verbs: '',
    with: '',
    later: `vội|chưa|tạm thời|trước khi|dulu|sebelum|untuk saat ini`,
    first: `khoan|tạm thời|chỉ giải thích|giải thích trước|jelaskan dulu|tunggu`,
    last: `dulu`,
  }),
]

export const CYRILLIC: readonly ConstraintWords[] = [
  row({
    starts: `никогда|всегда|не трогай|не трогайте|не используй|не меняй|не изменяй|не делай|не удаляй|не добавляй|не коммить|не коммити|не пушь|не запускай|не ломай|не пиши|не создавай|ничего не|нельзя|только используй|используй только|избегай|ни в коем случае`,
    anywhere: `с этого момента|отныне|впредь|с сегодняшнего дня|не должен|не должна|не должны|ни в коем случае|нельзя трогать`,
    verbs: `используй|оставь|держи|запускай|делай|пиши`,
    with: `никогда|всегда|не|только|стабильным|стабильной|как есть`,
    later: `пока|ещё|еще|до того как`,
    first: `пока не|пока ничего|пока что|ещё не|ещё ничего|еще не|сначала|для начала|только объясни|просто объясни|подожди`,
    last: `пока|сначала|пока что`,
  }),
  row({
    starts: `ніколи|завжди|не чіпай|не чіпайте|не торкайся|не використовуй|не змінюй|не міняй|не роби|не видаляй|не додавай|не коміть|не пуш|не запускай|не ламай|не пиши|не створюй|нічого не|не можна|заборонено|тільки використовуй|використовуй тільки|використовуй лише|уникай|у жодному разі|ні в якому разі`,
    anywhere: `відтепер|надалі|з цього моменту|у жодному разі|ні в якому разі|не повинен|не повинна|не повинні`,
    verbs: `використовуй|залиш|тримай|запускай|роби|пиши`,
    with: `ніколи|завжди|не|тільки|лише|як є|без змін`,
    later: `поки|ще|наразі|до того як`,
    first: `поки не|поки нічого|поки що|наразі|спочатку|тільки поясни|просто поясни|зачекай`,
    last: `поки|поки що|спочатку`,
  }),
]

/** Behind "لا" a verb may also tell something: only what can be nothing but a request stands here. */
export const ARABIC: readonly ConstraintWords[] = [
  row({
    starts: `لا تلمس|لا تلمسي|لا تغير|لا تغيّر|لا تعدل|لا تعدّل|لا تستخدم|لا تحذف|لا تضف|لا تقم|لا ترفع|لا تكتب|لا تنشئ|لا تشغل|لا تثبت|لا تنفذ|لا تعمل commit|لا تعمل push|لا تفعل|لا تمس|أبدا لا|ممنوع|إياك|تجنب|استخدم فقط|استعمل فقط|يجب ألا|يجب أن لا|دائما استخدم|دائماً استخدم`,
    anywhere: `من الآن فصاعدا|من الآن فصاعداً|ابتداء من الآن|لا يجوز|ممنوع|ممنوع منعا باتا`,
    verbs: `استخدم|استعمل|اترك|أبق|اكتب`,
    with: `دائما|دائماً|فقط|أبدا|أبداً|كما هو|كما هي`,
    later: `بعد|شيء الآن|شيئا الآن|شيئاً الآن|حاليا|حالياً|مؤقتا|مؤقتاً|قبل أن|حتى أقول`,
    first: `اشرح فقط|اشرح أولا|اشرح أولاً|فقط اشرح|انتظر`,
    last: '',
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
  row({
    starts: '',
    anywhere: `지 마|지마|지 말|지말|금지|앞으로는|이제부터는|지금부터는|하면 안 돼|하면 안 됩니다|해서는 안|반드시`,
    verbs: '',
    with: '',
    later: `아직|일단|우선|당분간|지금은|먼저`,
    first: `설명만|먼저 설명|일단 설명`,
    last: `설명만`,
    ends: `만 사용해|만 사용하세요|만 사용해 주세요|만 써|만 써줘|그대로 둬|그대로 두세요`,
  }),
]

/** First words of what leads up to a request, in all languages with spaces. */
export const LEADS: readonly string[] =
  "please pls also then so and but ok okay now again remember note important you we i should make be just bitte du wir aber auch und et y e en och и а но та й s'il por per пожалуйста proszę lütfen alsjeblieft snälla".split(
    ' ',
  )

/** Acts that are held back and allowed by their names, in any language that borrows them. */
export const ACTS: readonly string[] =
  'commit|push|deploy|merge|release|publish|install|delete|implement|提交|推送|コミット|プッシュ|коммит|пуш'.split('|')
export const ACT_WORDS: RegExp =
  /(?<!\p{L})(?:now|then|go|ok|okay|please|can|may|jetzt|bitte|darfst|kannst|maintenant|peux|ahora|puedes|agora|pode|adesso|puoi|теперь|можешь|тепер|можеш|mag|nu|får|już|możesz|artık|được|boleh|الآن|يمكنك)(?!\p{L})|もう|いい|可以|이제|도 돼/u
/** Not to do something, rather than to do something else first. */
export const HOLDS_BACK: readonly string[] =
  "not|n't|dont|never|no |nothing|without|hold off|nicht|kein|pas |jamais|aucun|nunca|não|non |mai |不|别|勿|ない|禁止|не |нельзя|niet|geen|nooit|inte|aldrig|nie |nigdy|nic|asla|yapma|etme|dokunma|đừng|jangan|لا |ممنوع|지 마|지마|지 말".split(
    '|',
  )

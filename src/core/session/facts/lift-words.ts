/**
 * The words by which people lift what they asked to be kept to, in the languages of constraint-words.ts. What is left of a
 * sentence without these is what it is about. Only words that change nothing stand here: whatever limits a permission
 * ("once", "for this", "only") stays, and leaves it in doubt. All in lower case.
 */

/** Parts that must all be there, `+` between them. */
export type Form = readonly string[]

const forms = (rows: readonly string[]): readonly Form[] =>
  rows.flatMap((row) => row.split('|')).map((form) => form.split('+'))
const words = (rows: readonly string[]): readonly string[] => rows.flatMap((row) => row.split('|'))

/** It may be done: this lifts what was forbidden. */
export const MAY: readonly Form[] = forms([
  "you may|you can|you are allowed to|you're allowed to|feel free to|it is ok to|it's ok to|it is okay to|it's okay to|it is fine to|it's fine to|may be|can be|is no longer off limits|are no longer off limits|is allowed again|are allowed again|is fine again|is ok again|is okay again|is fine after all|is ok after all|is okay after all",
  'du darfst|du kannst|ihr dürft|ihr könnt|darf|dürfen|kannst du|darfst du',
  'tu peux|vous pouvez|on peut|tu as le droit de|peut être|peuvent être',
  'puedes|podéis|puede|pueden|se puede|se pueden',
  'você pode|pode|podes|podem',
  'puoi|potete|si può|si possono',
  'можешь|можете|можно|разрешаю|можеш|можна|дозволяю',
  'je mag|je kunt|jullie mogen|mag je|mag|mogen|du får|ni får|får du|får',
  'możesz|możecie|wolno ci|można|bilirsin|bilirsiniz|serbest',
  'bạn có thể|có thể|được phép|kamu boleh|anda boleh|boleh',
  'يمكنك|بإمكانك|مسموح لك|يجوز لك|يجوز',
])

/** It need not be done: this lifts what was always to be done. */
export const NEED_NOT: readonly Form[] = forms([
  'you do not have to|you no longer have to|you do not need to|you no longer need to|you need not|no need to|there is no need to',
  'du musst+nicht mehr|du brauchst+nicht mehr|nicht mehr nötig',
  "tu n'as plus besoin de|tu n'as plus besoin d'|plus besoin de|tu n'es plus obligé de",
  'ya no hace falta|ya no tienes que|no hace falta',
  'não precisa mais|já não precisa|não é mais preciso',
  'non serve più|non devi più|non occorre più',
  'больше не нужно|больше не надо|больше не обязательно|більше не треба|більше не потрібно',
  'je hoeft+niet meer|du behöver inte längre|nie musisz już|już nie musisz|artık gerek yok|لم تعد بحاجة إلى',
])

/** The rule itself is named: this lifts either. */
export const RULE: readonly Form[] = forms([
  'forget the rule that|forget the rule about|forget the rule|forget about the rule|forget my rule about|forget my rule|forget what i said about|forget what i said on|scratch what i said about|scratch what i said on|ignore what i said about|ignore what i said on|disregard what i said about|i take back what i said about|never mind what i said about|drop the rule about|drop the rule|ignore the rule about|scratch the rule about|disregard the rule about|cancel the rule about|never mind the rule about|never mind my rule about|lift the rule about|lift the rule on|lift the rule|lift the ban on|i lift the rule|i take back the rule|the rule about+no longer applies|the rule about+no longer holds|the rule about+is lifted|the rule+no longer applies|the rule+no longer holds|the rule+is lifted',
  'vergiss die regel|vergesst die regel|vergiss meine regel|die regel+gilt nicht mehr|die regel+ist aufgehoben|hebe die regel+auf|vergiss was ich+gesagt habe',
  "oublie la règle|oubliez la règle|oublie ma règle|la règle+ne s'applique plus|la règle+ne vaut plus|la règle+est levée",
  'olvida la regla|olvidad la regla|olvida mi regla|la regla+ya no vale|la regla+ya no se aplica',
  'esqueça a regra|esquece a regra|esqueça minha regra|a regra+não vale mais|a regra+já não vale',
  'dimentica la regola|scorda la regola|la regola+non vale più|la regola+è revocata',
  'забудь правило|забудьте правило|забудь про правило|забудь о правиле|правило+больше не действует|правило+більше не діє',
  'vergeet de regel|de regel+geldt niet meer|glöm regeln|regeln+gäller inte längre',
  'zapomnij o zasadzie|zasada+już nie obowiązuje|kuralını unut|kuralı unut|انس القاعدة|انس قاعدة',
])

/** A sentence with none of these holds none of the above. */
export const HINTS: ReadonlySet<string> = new Set(
  [MAY, NEED_NOT, RULE].flat().map(([first = '']) => first.split(' ', 1)[0] as string),
)

/** The same for what is written without spaces. */
export const EAST_MAY: readonly Form[] = forms([
  '可以|允许你|允许',
  'しても構いません|しても構わない|しても大丈夫|してもいいです|してもいいよ|してもいい|してもよい|ても構いません|ても構わない|ても大丈夫|てもいいです|てもいいよ|てもいい|てもよい|ていいです|ていいよ|ていい',
  '해도 됩니다|해도 돼요|해도 돼|해도 괜찮습니다|해도 괜찮아|해도 좋아|도 됩니다|도 돼요|도 돼|도 괜찮습니다|도 괜찮아',
])
export const EAST_NEED_NOT: readonly Form[] = forms([
  '不用再|不必再|不需要再',
  'なくてもいいです|なくてもいい|必要はありません',
  '하지 않아도 됩니다|하지 않아도 돼|안 해도 돼|필요 없어',
])
export const EAST_RULE: readonly Form[] = forms([
  '忘记+的规则|忘掉+的规则|忘记+的规定|取消+的规则|规则+不再适用|规则+作废',
  'のルールは忘れて|というルールは忘れて|のルールを忘れて|ルール+もう適用しない|のルールは解除',
  '규칙은 잊어|규칙을 잊어|규칙+더 이상 적용',
])

/** To touch, to edit, to change: whoever forbids one of them forbids all, and whoever allows one allows all. */
export const CHANGE: ReadonlySet<string> = new Set(
  words([
    'touch|touched|touching|edit|edited|editing|change|changed|changing|modify|modified|modifying|alter|altered',
    'anfassen|angefasst|anzufassen|fass|fasse|ändern|geändert|ändere|ändre|verändern|verändert|bearbeiten|bearbeitet|anrühren|rühr',
    'toucher|touche|touches|touchez|modifier|modifie|modifiez|modifié|changer|éditer|édite',
    'tocar|toques|toca|tocado|modificar|modifiques|cambiar|cambies|editar|edites',
    'toque|mexer|mexa|alterar|altere|alterado|mudar|mude|modifique|edite',
    'toccare|tocca|toccato|modificare|modifica|modificato|cambiare|cambia',
    'трогать|трогай|трогайте|менять|меняй|меняйте|изменять|изменяй|изменить|редактировать|редактируй',
    'чіпай|чіпайте|чіпати|змінюй|змінюйте|змінювати|змінити|редагувати|aanraken|raak|wijzigen|wijzig|veranderen|verander|aanpassen|rör|röra|ändra',
    'ruszaj|ruszajcie|ruszać|ruszyć|dotykaj|dotykać|zmieniaj|zmieniajcie|zmieniać|zmienić|modyfikuj|modyfikować|edytuj|edytować',
    'dokun|dokunma|dokunmayın|değiştir|değiştirme|değiştirmeyin|düzenle|düzenleme|sửa|chạm|thay đổi|ubah|mengubah|sentuh|menyentuh',
    'تلمس|لمس|تمس|تعدل|تعدّل|تعديل|تغير|تغيّر|تغيير|تحرير',
  ]),
)
/** The longest first. */
export const EAST_CHANGE: readonly string[] = words([
  '修改|改动|更改|编辑|变更|动|改|碰',
  '変更し|変更する|変更|編集し|編集する|編集|修正し|触ら|触っ|触れ|触る|いじら|いじっ|変え|修正',
  '건드리|건드려|수정하|수정해|수정|변경하|변경해|변경|바꾸|바꿔|고치|고쳐|편집하|편집해|편집|손대|만지|만져',
])

/** They forbid; where a sentence lifts, what is left of it has none of them. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  words([
    'never|not|no|none|nothing|cannot|nie|niemals|nicht|nichts|kein|keine|keinen|ne|n|pas|jamais|aucun|aucune|rien',
    'nunca|jamás|não|non|mai|не|никогда|нельзя|без|without|ohne|sans|sin|sem|senza|except|außer|sauf|excepto|exceto|tranne|кроме',
    'ніколи|крім|nooit|niet|niets|geen|aldrig|inte|utan|nigdy|nie|niczego|żadnych|bez|oprócz|asla|sakın|hariç|đừng|jangan|لا|أبدا|أبداً|ممنوع|إلا',
  ]),
)
export const EAST_NEGATIONS: readonly string[] = words([
  '千万不要|绝对不要|不要|不得|不准|不能|禁止|永远不|绝不|切勿|千万别|别|勿|不',
  'しないでください|ないでください|しないで|ないで|てはいけません|てはいけない|ないこと|禁止|ない|ません|絶対に|決して',
  '하지 마세요|하지 말아 주세요|하지 말아줘|하지 마라|하지마세요|하지 마|하지마|지 마세요|지 말아 주세요|지 말아줘|지 마라|지 말고|지 말 것|지마세요|지 마|지마|지 말|지말|금지|하면 안 돼|절대로|절대',
])

/** They say nothing about what is meant. */
export const FILLERS: ReadonlySet<string> = new Set(
  words([
    'a|an|the|or|of|to|in|on|at|about|be|is|are|do|does|must|may|should|shall|please|pls|ok|okay|yes|and|also|again|now|anymore|more|ever|always|you|we|so|well|alright|from',
    'oder|der|die|das|den|dem|des|ein|eine|einen|an|zu|im|am|wieder|jetzt|nun|bitte|ja|auch|du|ihr|immer|ab|sofort|ruhig|werden|mehr|darf|dürfen|über',
    'ou|le|la|les|l|à|au|aux|de|du|d|en|sur|que|il|faut|doit|tu|vous|toujours|nouveau|maintenant|plus|oui|désormais',
    'el|los|las|del|al|de|sobre|nuevo|otra|vez|ahora|ya|siempre|favor|por|sí|debe',
    'o|os|as|do|da|dos|das|na|nos|nas|em|no|novo|novamente|outra|agora|já|sempre|deve|sim',
    'il|lo|i|gli|di|del|della|su|sul|sulla|che|nuovo|ora|adesso|sempre|più|per|favore|deve|essere',
    'или|снова|опять|теперь|уже|пожалуйста|ты|вы|про|о|об|в|на|всегда|больше|да|ок|знову|тепер|вже|будь|ласка|завжди',
    'de|het|een|weer|nu|nou|alsjeblieft|ook|je|mag|meer|aan|altijd|en|den|det|igen|nu|snälla|alltid|på|i',
    'już|znowu|znów|teraz|proszę|ten|tego|to|z|w|na|i|zawsze|od|artık|tekrar|yine|şimdi|lütfen|bu|nữa|lại|bây|giờ|lagi|sekarang|tolong',
    'الآن|الان|مرة|أخرى|من|جديد|مجددا|أن|في|على|هذا|بعد',
  ]),
)
export const EAST_FILLERS: readonly string[] = words([
  '关于|那条|的|了|再|又|现在|你|请|吧|重新|也|已经|始终|永远|总是',
  'ください|です|ます|には|では|これからは|今後は|もう|また|再び|に関する|について|は|を|に|が|の|も|、|。|必ず|常に|よ',
  '이제|다시|제발|은|는|을|를|에|의',
])

/** In what was forbidden they say for how long, and nothing about what is meant. */
export const FOR_A_WHILE: readonly string[] = words([
  "for now|for the moment|for the time being|right now|yet|noch|erstmal|erst mal|vorerst|fürs erste|encore|pour l'instant|pour le moment",
  'todavía|aún|por ahora|de momento|ainda|por enquanto|por agora|ancora|per ora|per adesso|per il momento|пока что|пока|ещё|еще',
  'поки що|поки|ще|наразі|voorlopig|voor nu|nog|tills vidare|än|na razie|póki co|jeszcze|şimdilik|henüz|tạm thời|dulu|حاليا|مؤقتا|بعد',
])
export const EAST_FOR_A_WHILE: readonly string[] = words([
  '暂时|暂且|目前|先|还',
  'とりあえず|いったん|一旦|今は|まだ',
  '아직|일단|당분간|지금은',
])

/** They point at something that only the moment knows. */
export const POINTING: ReadonlySet<string> = new Set(
  words([
    'this|that|these|those|it|them|here|there|there|everything|anything|all|diese|dieses|diesen|dies|es|sie|alles|cela|ça|ce|cette|ces|tout',
    'esto|eso|este|esta|ese|esa|todo|isso|isto|tudo|questo|questa|quello|tutto|это|этот|эту|всё|все',
  ]),
)

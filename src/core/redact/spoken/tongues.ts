/** What a password or a key is called in the languages that are known, and what may stand between the word and its value. */
import { type Joint, jointOf } from './joint.js'

export interface Tongue {
  /** What it is called. */
  starts: readonly string[]
  /** What may stand between: whose it is, and the word or sign that says that it follows. Made when asked. */
  joints: () => readonly Joint[]
  besideUser?: true
  /** Other words grow together with it: `Datenbankpasswort`. */
  isCompound?: true
  /** Machines make it: `digits` also where it is nothing but a row of digits, as a hash is. */
  isKey?: 'drawn' | 'digits'
}

const WORD = String.raw`(?: [\p{L}\p{N}@.'’_-]{1,24})`
const FOR = `${WORD}{1,5}?`
/** `dell'utente admin`: a preposition that has grown together with its noun. */
const ELIDED = String.raw`['’][\p{L}\p{N}]{1,24}${WORD}{0,4}?`
/** The sign of an assignment belongs to code and is judged with it, unless whose password it is stands between. */
const SIGN = String.raw`["'”]?\]? ?\*{0,2}[:：→]\*{0,2}| ?[–—-](?= )`

/** No code calls anything so, but settings do. */
const SIGN_IN_SETTINGS = String.raw`${SIGN}| ?=(?!=)`

const NOW = 'jetzt|nun|now|ahora|maintenant|agora|adesso|nu|теперь|тепер|teraz|nyní|artık'

/** "password for X is", "password:", then "password" alone. */
function jointsOf(prepositions: string, verbs: string, ending = '', sign = SIGN): () => Joint[] {
  const whose = String.raw`(?: (?:${prepositions})(?:${ELIDED}|${FOR}))`
  return () => [
    jointOf(String.raw`${ending}(?:${whose}?(?:${sign}|,? (?:${verbs})(?: (?:${NOW}))?:?(?= ))|${whose} ?=(?= ))\s?`),
    jointOf(String.raw`${ending}${whose}? `),
  ]
}

/** Words at which most of the languages below join a password to what it is for, and to itself. */
const SMALL =
  'voor|van|op|bij|do|dla|na|od|w|için|till|för|på|pro|k|ke|til|for|pentru|la|de|για|του|untuk|cho|của|para|per|del|za|از'
const ARE =
  'is|luidt|wordt|to|jest|brzmi|är|je|er|on|este|είναι|adalah|na|là|है|हे|هي|هو|است|היא|הוא|คือ|là:|é|és|yra|ir|е|это|oli|var|bylo|było|war|was'

const passwords: readonly Tongue[] = [
  {
    // English, and what other languages took from it.
    starts: ['password', 'passwd', 'passphrase', 'passcode', 'pwd'],
    joints: jointsOf(
      'for|of|to|on|from|in|with|as|per|di|del|dell|dello|della|dei|dal|dall|nell|l',
      'is|is now|was|are|hai|ye hai|yeh hai|remains|should be|(?:is |was |has been |been )?(?:re)?set to|changed to|to|è|é|es|ist|lautet|est',
    ),
  },
  {
    // Words that mean other things too: only beside a user, "login me pass X", "creds are admin / X".
    starts: ['pass', 'pw', 'creds', 'credentials', 'login', 'log in'],
    joints: jointsOf('for|to|on|with|as', 'is|are|was|with'),
    besideUser: true,
  },
  {
    starts: ['log in as', 'login as', 'logged in as', 'sign in as', 'connect as', 'ssh as'],
    joints: () => [
      jointOf(' ["\'`]?[\\w.@-]{1,40}["\'`]?(?: and|,)? (?:with|using|via)(?: (?:the )?(?:password|pass|pw):?)? '),
    ],
  },
  {
    starts: ['passwort', 'kennwort', 'zugangsdaten'],
    joints: jointsOf('für|von|zum|zur|vom|des|der|am|im|auf', 'lautet|ist|heißt|sind|war|lautete|auf'),
    isCompound: true,
  },
  {
    starts: ['mot de passe', 'mdp', 'mots de passe', 'identifiants'],
    joints: jointsOf('pour|de|du|des|sur|d|l', "est|sont|c’est|c'est|était|reste"),
  },
  {
    starts: ['contrase', 'clave', 'senha', 'palavra-passe', 'palavra passe', 'parola chiave', 'parola d'],
    joints: jointsOf(
      'de|del|para|do|da|per|di|della|dos',
      'es|é|è|era|son|são|sono|eh',
      "(?:ña|n\u0303a|na)?s?(?:['’]ordine)?",
    ),
  },
  {
    starts: ['密码', '密碼', '口令', '暗号', '密钥'],
    joints: () => [
      jointOf(String.raw`[\p{L}\p{N}]{0,8}?(?:是|为|為|は|改为|改成|["']?[:：=])\s?`, 'y'),
      jointOf(String.raw`\s?`, 'y'),
    ],
  },
  {
    starts: ['パスワード', 'パスフレーズ', '暗証番号'],
    joints: () => [jointOf(String.raw`[^\n]{0,8}?(?:は|が|["']?[:：=])\s?`, 'y'), jointOf(String.raw`\s?`, 'y')],
  },
  {
    starts: ['비밀번호', '암호', '패스워드', '비번'],
    joints: () => [jointOf(String.raw`[^\n]{0,8}?(?:는|은|가|이|["']?[:：=])\s?`, 'y'), jointOf(String.raw`\s?`, 'y')],
  },
  {
    starts: ['пароль', 'Пароль', 'ПАРОЛЬ', 'пароля', 'Пароля', 'паролем', 'Паролем', 'парола', 'Парола'],
    joints: jointsOf(
      'для|от|к|на|у|из|в|до|від|за',
      'это|будет|был|теперь|це|є|буде|е',
      String.raw`[а-яіїє]{0,2}(?: [а-яіїє]{3,12}){0,2}`,
      SIGN_IN_SETTINGS,
    ),
  },
  {
    // Each of few words; an ending, and an adjective behind it, where the language has them.
    starts: [
      'wachtwoord|wachtzin|toegangscode|hasło|hasła|hasłem|şifre|Şifre|sifre|parola|parolă|lösenord',
      'losenord|heslo|hesla|adgangskode|adgangsord|passord|salasana|jelszó|jelszava|κωδικός πρόσβασης',
      'Κωδικός πρόσβασης|κωδικός|Κωδικός|συνθηματικό|Συνθηματικό|kata sandi|kata laluan|mật khẩu|lozinka',
      'geslo|parool|slaptažodis|contrasenya|lykilorð|पासवर्ड|รหัสผ่าน|كلمة المرور|كلمة السر|كلمة مرور',
      'رمز عبور|گذرواژه|סיסמה|סיסמא|הסיסמה|הסיסמא',
    ].flatMap((words) => words.split('|')),
    joints: jointsOf(SMALL, ARE, String.raw`\p{L}{0,4}(?:(?: [\p{L}\p{M}]{1,14}){1,4}(?= ?:))?`, SIGN_IN_SETTINGS),
    isCompound: true,
  },
]

/** A key in ten languages, as a machine made it; only its name tells it from a hash. */
const keys: readonly Tongue[] = [
  {
    starts: [
      'api key|api-key|access key|secret key|client secret|signing secret|access token|auth token',
      'bearer token|api token|deploy token|refresh token|api secret|app secret|api-schlüssel|api schlüssel',
      "zugriffsschlüssel|zugangsschlüssel|zugriffstoken|zugangstoken|clé api|clé d'api|clé d’api",
      "clé secrète|jeton d'accès|jeton d’accès|clave de api|clave api|clave secreta|llave de api",
      'token de acceso|chave da api|chave de api|chave api|chave secreta|token de acesso|chiave api',
      'chiave segreta|token di accesso|ключ api|Ключ api|api-ключ|api ключ|ключ доступа|Ключ доступа',
      'секретный ключ|Секретный ключ|токен доступа|Токен доступа|ключ апи|Ключ апи|klucz api|token dostępu',
      'api anahtarı|erişim anahtarı|api-nyckel|api-nøgle|api-nøkkel|api klíč|api-avain|api-kulcs|cheie api',
      'κλειδί api|Κλειδί api|kunci api|khóa api|api-sleutel|مفتاح api|מפתח api|toegangstoken',
      'tajny klucz|klucz dostępu|klucz tajny|gizli anahtar|erişim belirteci|رمز الوصول|المفتاح السري',
      'api कुंजी|एपीआई कुंजी|गुप्त कुंजी|एक्सेस टोकन|khóa bí mật|mã truy cập|khóa truy cập|kunci rahasia',
    ].flatMap((words) => words.split('|')),
    joints: jointsOf(
      `with|of|as|für|von|zum|pour|du|da|do|для|от|к|${SMALL}`,
      `is now|(?:is |was |has been )?(?:re)?set to|are|lautet|ist|est|es|è|это|был|будет|${ARE}`,
      String.raw`\p{L}{0,4}`,
    ),
    isKey: 'digits',
  },
  {
    starts: [
      'api密钥',
      'api 密钥',
      'api密鑰',
      '访问令牌',
      '访问密钥',
      '令牌',
      'apiキー',
      'api キー',
      'トークン',
      'アクセスキー',
    ].concat(['シークレット', 'api 키', 'api키', '토큰', '액세스 키', '시크릿']),
    joints: () => [
      jointOf(String.raw`[\p{L}\p{N}]{0,8}?(?:是|为|為|は|が|는|은|가|이|[:：=])\s?`, 'y'),
      jointOf(String.raw`\s?`, 'y'),
    ],
    isKey: 'digits',
  },
  {
    starts: ['token', 'secret', 'jeton', 'токен', 'Токен', 'schlüssel', 'ключ', 'Ключ'],
    joints: jointsOf('for|of|to|on|with|as|für|von|pour|de|для|от', 'is|is now|was|set to|ist|lautet|est|es|è|é'),
    isKey: 'drawn',
  },
]

export const tongues: readonly Tongue[] = [...passwords, ...keys]

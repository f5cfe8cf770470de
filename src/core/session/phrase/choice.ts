/** The answer to "which of these?": a number of the list, or a word for one. Only as the whole message. */

/** The first, the second, … in languages that say them before or after a few words of their own. */
const ORDINALS = [
  'first|erste[nrsm]?|premi(?:er|ère)|primer[oa]?|primeir[oa]|prim[oa]|eerste|перв(?:ый|ая|ое|ую|ого|ой|ым)|pierwsz[yaeą]|birinci(?:si)?|第?一[个個]?|最初|一つ目|一番目|첫 ?번째',
  'second|zweite[nrsm]?|deuxième|seconde|segund[oa]|second[oa]|tweede|втор(?:ой|ая|ое|ую|ого|ым)|drug[iaą]e?|ikinci(?:si)?|第?二[个個]?|二つ目|二番目|두 ?번째',
  'third|dritte[nrsm]?|troisième|tercer[oa]?|terceir[oa]|terz[oa]|derde|трет(?:ий|ья|ье|ью|ьего|ьей|ьим)|trzeci[aeą]?|üçüncü(?:sü)?|第?三[个個]?|三つ目|三番目|세 ?번째',
  'fourth|vierte[nrsm]?|quatrième|cuart[oa]|quart[oa]|vierde|четв[её]рт(?:ый|ая|ое|ую|ого|ой|ым)|czwart[yaeą]|dördüncü(?:sü)?|第?四[个個]?|四つ目|四番目|네 ?번째',
  'fifth|fünfte[nrsm]?|cinquième|quint[oa]|vijfde|пят(?:ый|ая|ое|ую|ого|ой|ым)|piąt[yaeą]|beşinci(?:si)?|第?五[个個]?|五つ目|五番目|다섯 ?번째',
  'sixth|第?六[个個]?',
  'seventh|第?七[个個]?',
  'eighth|第?八[个個]?',
  'ninth|第?九[个個]?',
  'tenth|第?十[个個]?',
]
const LAST =
  'last|letzte[nrsm]?|derni(?:er|ère)|últim[oa]|ultim[oa]|laatste|последн(?:ий|яя|ее|юю|его|ей|им)|ostatni[aeą]?|sonuncu(?:su)?|最后一?[个個]?|最後|마지막'

/** Each word once: a word that fits twice is tried twice, and many of them without end. */
const AROUND = [
  ...new Set(
    [
      'please|continue|resume|take|use|pick|with|the|one|number|no\\.?',
      'bitte|weiter|mach|mache|nimm|mit|der|die|das|den|dem|nummer',
      'continue|continuer|reprends|prends|avec|sur|le|la|numéro',
      'sigue|seguimos|continúa|continua|toma|con|com|el|la|lo|o|a|número|prosegui|prendi|il|numero',
      'ga|verder|neem|met|de|het|продолжи|продолжай|продолжим|возьми|с|со|номер|kontynuuj|weź|z',
      '继续|繼續|选择?|選擇?',
    ].flatMap((row) => row.split('|')),
  ),
].join('|')

/** Made when it is first asked for: only a session that was asked something gets here. */
let made: RegExp | undefined
const said = (): RegExp =>
  (made ??= new RegExp(
    `^(?:(?:${AROUND})(?:\\s+|(?=[\\d\\u3000-\\uffff])))*(?:第|#)?(?:(?<digits>\\d{1,2})(?:[个個]|番目?|つ目|번)?|(?<last>${LAST})|${ORDINALS.map((words) => `(${words})`).join('|')})(?:を|で|から|으로|로)?(?:\\s+(?:${AROUND}))*$`,
    'iu',
  ))

/** The place in a list of `count`, from 0; null: it answers no such question. */
export function choiceIn(text: string, count: number): number | null {
  const plain = text
    .normalize('NFC')
    .trim()
    .replace(/(?<![.!。！])[.!。！]+$/, '')
  if (plain.length > MAX_LENGTH) return null
  const found = said().exec(plain)
  if (!found) return null
  const { digits, last } = found.groups ?? {}
  const ordinals = found.slice(-ORDINALS.length)
  const place =
    digits !== undefined ? Number(digits) - 1 : last !== undefined ? count - 1 : ordinals.findIndex((one) => one)
  return place >= 0 && place < count ? place : null
}

const MAX_LENGTH = 60

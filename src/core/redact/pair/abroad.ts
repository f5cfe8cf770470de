/** Names of passwords and keys in code and settings whose authors speak another language, without its accents. */
import type { Strength } from './name.js'

/** Each stands in a name of the patterns below; none is in an English word that names anything else. */
export const ABROAD: readonly string[] =
  'passe mdp contrase senha parola hasl hesl jelszo losenord wachtwoord sifre salasana adgangskode passord kodeord lozinka geslo parool parol clave chave chiave cle_ cle- cleapi schluessel geheim anahtar sekret sleutel nyckel nokkel klucz'.split(
    ' ',
  )

export const PASSWORD_ABROAD: RegExp =
  /(?:mots?[_.-]?de[_.-]?passe|mdp|contrase(?:na|nya|nha)|senha|parola(?:[_.-]?(?:chiave|ordine))?|has(?:lo|la)|hes(?:lo|la)|jelszo|losenord|wachtwoord|sifre(?:si)?|salasana|adgangskode|passord|kodeord|lozinka|geslo|parool|parol)(?:[_.-]\w{1,16})?$/
export const KEY_ABROAD: RegExp =
  /cle[_.-]?(?:api|secrete|acces)|(?:clave|chave|chiave)[_.-]?(?:de[_.-]?)?(?:api|secreta|segreta|privada|privata|acceso|acesso)|(?:api|secreta)[_.-]?(?:clave|chave|chiave)|schluessel$|geheim(?:nis|code)?$|(?:api|gizli|erisim)[_.-]?anahtari?$|sekret(?:ny)?$|sleutel$|nyckel$|nokkel$|klucz(?:[_.-]?api)?$/

/** Null: it says nothing. */
export function nameAbroad(lower: string): Strength | null {
  if (!ABROAD.some((word) => lower.includes(word))) return null
  if (PASSWORD_ABROAD.test(lower)) return { type: 'password', level: 'password' }
  return KEY_ABROAD.test(lower) ? { type: 'secret', level: 'secret' } : null
}

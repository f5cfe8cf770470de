/** Files that are there to hold a secret, which are never read, and paths with one in their name. */
import { safeName } from '../redact/safe-name.js'
import { type BytePath, bytesOf, utf8Of } from './bytes.js'

const NAMES =
  /^(?:\.env(?:\..+)?|\.envrc|\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.my\.cnf|\.htpasswd|\.git-credentials|\.dockercfg|id_(?:rsa|dsa|ecdsa|ed25519)(?:_\w+)?|credentials(?:\.\w+)?|secrets?\.(?:ya?ml|json|toml|env|txt)|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|age|ovpn|tfstate|tfvars))$/i
/** Samples to copy. */
const SAMPLES = /(?:example|sample|template|dist|defaults?)$/i
const FOLDERS = /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker)\//i

export function hasSecretName(path: BytePath): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return FOLDERS.test(path) || (NAMES.test(name) && !SAMPLES.test(name))
}

/** What may be written down of a path: itself, or where a secret stands in it the form it is known by. */
export function safePath(path: BytePath): BytePath {
  const name = utf8Of(path) ?? path
  const safe = safeName(name)
  return safe === name ? path : bytesOf(safe)
}

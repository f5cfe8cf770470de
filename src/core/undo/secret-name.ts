/** Files that are there to hold a secret: they are never read. */
import type { BytePath } from './bytes.js'

const NAMES =
  /^(?:\.env(?:\..+)?|\.envrc|\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.my\.cnf|\.htpasswd|\.git-credentials|\.dockercfg|id_(?:rsa|dsa|ecdsa|ed25519)(?:_\w+)?|credentials(?:\.\w+)?|secrets?\.(?:ya?ml|json|toml|env|txt)|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|age|ovpn|tfstate|tfvars))$/i
/** Samples to copy. */
const SAMPLES = /(?:example|sample|template|dist|defaults?)$/i
const FOLDERS = /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker)\//i

export function hasSecretName(path: BytePath): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return FOLDERS.test(path) || (NAMES.test(name) && !SAMPLES.test(name))
}

/** How Claude Code names the folder of a project. */

const LONGEST_SLUG = 200
const OWN_NAME = /^[A-Za-z0-9_-]{1,64}$/

/** The client's own rule. It is lossy: what a file says about its folder decides. */
export function slugOf(path: string): string {
  const slug = path.replace(/[^a-zA-Z0-9]/g, '-')
  if (slug.length <= LONGEST_SLUG) return slug
  let hash = 0
  for (let i = 0; i < path.length; i++) hash = ((hash << 5) - hash + path.charCodeAt(i)) | 0
  return `${slug.slice(0, LONGEST_SLUG)}-${Math.abs(hash).toString(36)}`
}

/** The name that the user gave the folder instead; it counts only beside a configuration folder of its own. */
export function ownName(env: Readonly<Record<string, string | undefined>>): string | null {
  const own = env['CLAUDE_CODE_PROJECT_DIR_NAME']
  return env['CLAUDE_CONFIG_DIR'] && own && OWN_NAME.test(own) ? own : null
}

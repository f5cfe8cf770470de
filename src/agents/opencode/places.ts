/** A session in a database is named `<database>#<session>`; without a session the newest one is meant. */

const NAMED = /^(.*\.db)#(ses_\w+)$/

export function splitPath(path: string): { file: string; session?: string } {
  const named = NAMED.exec(path)
  return named ? { file: named[1] as string, session: named[2] as string } : { file: path }
}

export function joinPath(file: string, session: string): string {
  return `${file}#${session}`
}

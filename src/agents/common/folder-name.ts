/** A session's id comes from a file or a variable: as part of a path it must not lead elsewhere. */
export function isFolderName(session: string | undefined): session is string {
  return session !== undefined && /^[\w-][\w.-]*$/.test(session)
}

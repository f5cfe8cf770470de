/** What a database needs before its members can sync through it. */
export async function databaseSchema(): Promise<string> {
  return (await import('../../remotes/postgres/schema.js')).schemaSql()
}

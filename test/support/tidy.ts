/**
 * What a test file leaves behind goes when it is done. One worker runs many files and loads what they import only once,
 * so an `afterAll` of a helper would count for the first file alone: helpers say it here.
 */
type Act = () => void | Promise<void>

const acts: Act[] = []

/** Once, after the last test of the file that is running. */
export function afterThisFile(act: Act): void {
  acts.push(act)
}

/** The last first. */
export async function tidyUp(): Promise<void> {
  for (const act of acts.splice(0).toReversed()) await act()
}

/**
 * Drafting a checkpoint is work for the cheapest model. A prompt that begins with `[no-redispatch]` was handed over
 * already, or the user wants it done here; a counted form means that the handing over goes in a circle.
 */

export type Tier = 'haiku' | 'sonnet' | 'opus'

const TIERS: readonly Tier[] = ['haiku', 'sonnet', 'opus']

export type Guarded =
  | { do: 'proceed' }
  /** It goes in a circle: what is said then stands with the layout whose rule this is (manifest, `inCircle`). */
  | { do: 'abort'; hops: string; skill: string }
  | { do: 'dispatch'; model: Tier; description: string; prompt: string }

const GUARD = /^\s*\[no-redispatch(?::([^\]\n]*))?\]/

export function guardDispatch(
  prompt: string,
  { model, declared = 'haiku', skill = 'checkpoint' }: { model?: string; declared?: Tier; skill?: string },
): Guarded {
  const guard = GUARD.exec(prompt)
  const hops = guard?.[1]?.trim() ?? ''
  if (/^\d+$/.test(hops) && Number(hops) >= 2) return { do: 'abort', hops, skill }
  // A counter that is no number is still a prompt that was handed over.
  if (guard || !isAbove(model, declared)) return { do: 'proceed' }
  return {
    do: 'dispatch',
    model: declared,
    description: `${skill} dispatched at ${declared} tier`,
    prompt: `[no-redispatch]\n${prompt}`,
  }
}

/** A model nobody has ranked is left alone. */
function isAbove(model: string | undefined, declared: Tier): boolean {
  const tier = TIERS.find((one) => model?.toLowerCase().includes(one))
  return tier !== undefined && TIERS.indexOf(tier) > TIERS.indexOf(declared)
}

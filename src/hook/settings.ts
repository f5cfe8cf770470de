/** What the user set, in the few words the prompt path needs. A broken setting is told by other commands, not here. */
import { DEFAULT_TRIGGERS, parseTriggerSettings } from '../core/triggers/settings.js'
import { readQuick } from '../platform/quick-file.js'
import type { HookState } from '../store/hook-state.js'
import { MOST_SETTINGS_BYTES } from '../store/settings.js'

export function readHookSettings(home: string): Required<Pick<HookState, 'bands' | 'block' | 'farewells'>> {
  const path = `${home}/config.json`
  const settings = parsed(readQuick(path, MOST_SETTINGS_BYTES))
  const { bands, farewells } = triggersIn(settings['autosave'], path)
  return {
    bands: bands.map((band) => Math.round(band * 100)),
    block: settings['block'] === true,
    farewells: [...farewells],
  }
}

function triggersIn(value: unknown, path: string): typeof DEFAULT_TRIGGERS {
  try {
    return parseTriggerSettings(value, path)
  } catch {
    return DEFAULT_TRIGGERS
  }
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

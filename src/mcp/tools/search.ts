/** The tool `search`: words in everything that was ever saved. */
import { present } from '../../core/present.js'
import { search } from '../../app/look/search.js'
import type { World } from '../../app/world.js'
import { shortId } from '../../core/entry/id.js'
import { joinLines, say } from '../../core/printer/words.js'
import { cleanLine } from '../../core/text/text.js'
import { type Args, countOf, flagOf, neededText, textOf } from '../arguments.js'
import type { Answer } from '../tool.js'

const DEFAULT_LIMIT = 10

export function run(world: World, args: Args): Answer {
  const request = {
    query: neededText(args, 'query', 'oauth redirect'),
    project: flagOf(args, 'here') ? ('here' as const) : ('all' as const),
    limit: countOf(args, 'limit', 1, 50) ?? DEFAULT_LIMIT,
    name: textOf(args, 'name'),
  }
  const { hits, total } = search(world, present(request))
  const shown = hits.map((hit) => ({ ...hit, snippet: cleanLine(hit.snippet) }))
  const found = shown.map(({ name, saved, project, id, foreign, snippet }) => {
    const whose = foreign === undefined ? '' : say`, by ${foreign}, not by the user`
    return say`- ${name} (${saved.slice(0, 10)}, project ${project}, entry ${shortId(id)}${whose}): ${snippet}`
  })
  return {
    text: found.length === 0 ? say`Nothing found.` : joinLines(found),
    data: present({ hits: shown, total }),
  }
}

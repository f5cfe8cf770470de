import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { client } from './clients/pi.js'
import { dogearIn, openBox, turn, unfit } from './support/box.js'
import { nodeFor, programOf } from './support/client.js'
import { prove } from './support/prove.js'

prove('pi')

test.skipIf(unfit() !== null || programOf(client) === null)(
  'there is no MCP in pi: the command line knows whose session it is typed in',
  async () => {
    const box = openBox([client])
    const save = `${nodeFor(client)} ${join(checkout, 'bin', 'dogear.js')} save cart --next 'sum the empty cart'`
    await turn(box, client, 'Keep it.', [{ call: client.tools.run(save) }, { say: 'Kept.' }])
    const page = dogearIn(box, 'show', 'cart').stdout
    expect(page).toContain('sum the empty cart')
    expect(page).toContain('"agent": "pi"')
  },
)

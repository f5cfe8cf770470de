/** What the user sets right is kept; what they report is not. */
import { expect, test } from 'vitest'
import { asks, factsOf, texts } from '../../../../testing/session-events.js'

const kept = (said: string): string[] => texts(factsOf(asks(said)).fields.constraints)

test.each([
  'Use port 5433, not 5432.',
  'No, the timeout is 30s, not 30ms.',
  'Call it ledger instead of journal.',
  'I said two columns, not three.',
  'The limit must be 500 per user.',
  'Remember that staging has no TLS.',
  'FYI staging has no TLS.',
  'It should be snake_case, not camelCase.',
  'The table is called orders_v2, not orders.',
  'Nimm Postgres statt MySQL.',
  'Der Port ist 5433, nicht 5432.',
  'Merk dir, dass der Testserver kein TLS hat.',
  'Utilise pnpm au lieu de npm.',
  "N'oublie pas que la base est en lecture seule.",
  'Usa pnpm en lugar de npm.',
  'Recuerda que el servidor está en UTC.',
  'Use pnpm em vez de npm.',
  'Use pnpm no lugar de npm.',
  'Usa pnpm invece di npm.',
  'Используй pnpm вместо npm.',
  '请用 pnpm 而不是 npm。',
  '记住测试服务器没有 TLS。',
  'npm ではなく pnpm を使ってください。',
  'npm 말고 pnpm을 사용해 주세요.',
])('%s', (said) => expect(kept(said)).toEqual([said]))

test.each([
  'It fails with 404, not 500.',
  'The job returned 12 rows instead of 10.',
  'Is it 5433, not 5432?',
  'The page shows the old price rather than the new one.',
  'Der Dienst liefert 404 statt 200.',
  'La page affiche 12 au lieu de 10.',
  '接口返回 404 而不是 200。',
  '200 ではなく 404 が返る。',
  'FYI the diagram has a typo and is not rendering.',
  'Add a cart to the shop.',
  'The cart works now.',
])('a report or a plain request: %s', (said) => expect(kept(said)).toEqual([]))

import { sampleFile, type LayoutSamples } from '../samples.js'

const decided = (parts: object): string =>
  `${JSON.stringify({ decisions: [], next_action: '', blockers: [], context: { active_plan: null, active_plan_stage: null, active_tdd_phase: null, files_in_progress: [] }, ...parts }, null, 2)}\n`

export const samples: LayoutSamples = {
  beside: [sampleFile('.claude/state-index.json', '{"active_plan":"auth plan",\t"other": {"a": [1, 2]} }')],
  strange: [
    sampleFile(
      '.claude/checkpoints/20261115T084200Z.json',
      '{"timestamp":"2026-11-15T08:42:00Z","summary":"s","mood":"good","context":{"active_plan":null,"ci":{"run":7}}}',
    ),
  ],
  hopeless: '{"summary": "cut o',
  folder: {
    files: {
      '.claude/state-index.json': '{\n  "active_plan": "rotate-keys",\n  "owner": "platform"\n}\n',
      '.claude/checkpoints/20260110T080000Z.json': decided({
        timestamp: '2026-01-10T08:00:00Z',
        summary: 'Working on the importer because the old one drops rows',
        decisions: ['Chose streaming over batches because of memory', 'Deferred retries until the queue is in'],
        next_action: 'Measure src/importer.ts with 1 GB',
        blockers: ['No sample file yet'],
        reviewer: { team: 'data' },
      }),
      '.claude/checkpoints/20260111T080000Z.json': decided({
        timestamp: '2026-01-11T08:00:00Z',
        summary: 'Importer measured',
        next_action: 'Write the report',
      }),
      '.claude/checkpoints/20260111T080000Z-2.json': decided({
        timestamp: '2026-01-11T08:00:00Z',
        summary: 'The second of one second',
        next_action: 'Send the report',
      }),
      '.claude/plans/rotate-keys/checkpoints/20260115T101500Z.json': decided({
        timestamp: '2026-01-15T10:15:00Z',
        summary: 'Rotation designed',
        next_action: 'Write src/rotate.ts',
        context: {
          active_plan: 'rotate-keys',
          active_plan_stage: 'review',
          active_tdd_phase: 'red',
          files_in_progress: ['src/rotate.ts'],
          ticket: 'K-12',
        },
      }),
    },
    says: [
      ['global', '2026-01-10T08:00:00.000+00:00', 'Deferred retries'],
      ['global', '2026-01-11T08:00:00.000+00:00', 'Write the report'],
      ['global', '2026-01-11T08:00:00.000+00:00', 'Send the report'],
      ['rotate-keys', '2026-01-15T10:15:00.000+00:00', 'K-12'],
    ],
  },
}

import { sampleFile, type LayoutSamples } from '../samples.js'

export const samples: LayoutSamples = {
  beside: [],
  strange: [
    sampleFile(
      'bookmarks/odd.json',
      '{"saved": "2026-11-15T09:42:00.000+01:00", "next": "Run it", "mood": "good", "ci": {"run": 7}}',
    ),
  ],
  hopeless: '{"next": "cut o',
  folder: {
    files: {
      'bookmarks/auth.json':
        '{"saved": "2026-02-06T14:20:00+01:00", "branch": "feat/auth", "next": "Write the rotation test", "owner": "platform"}',
      'bookmarks/docs.json':
        '{\n  "saved": "2026-02-07T09:05:00Z",\n  "task": "The guide",\n  "left_off": "In chapter two",\n  "done": ["Outline"]\n}\n',
    },
    says: [
      ['auth', '2026-02-06T14:20:00.000+01:00', 'Write the rotation test'],
      ['docs', '2026-02-07T09:05:00.000+00:00', 'In chapter two'],
    ],
  },
}

import { testLayout } from '../../src/testing/layout.js'
import { SUBJECTS } from './subjects.js'

for (const [name, { layout, ...samples }] of SUBJECTS) testLayout(layout, samples, name)

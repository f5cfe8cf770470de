/** A vitest setup file: unlike what tests import, it runs again for every test file. */
import { afterAll } from 'vitest'
import { tidyUp } from './tidy.js'

afterAll(tidyUp)

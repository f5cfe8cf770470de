/** Looking into JSON nobody promised the shape of. */

export { clip } from '../claude-code/clip.js'
export { listOf, numberOf, objectOf, objectsOf, present, textOf } from '../claude-code/values.js'
export type { Json } from '../claude-code/values.js'

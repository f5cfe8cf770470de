/** For what a hook logs or says that may hold a secret: seldom, so it is loaded only then. */
export { redactFinished } from '../core/redact/finished.js'

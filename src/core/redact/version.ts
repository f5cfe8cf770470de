/** Raised with the rules: what was redacted by older ones is redacted again when it is carried on. */
export const REDACTION = 5

import { expect, test } from 'vitest'
import { isAbandoned, isDecision } from './sentences.js'

test.each([
  "The first way didn't work at all",
  'Polling does not work behind the proxy',
  'It won’t work on Windows',
  'That is not going to work here',
  'The cache was a dead end',
  'We gave up on polling',
  'I abandoned the second parser',
  'That approach is too slow',
  'This approach fails on Windows',
  "I'll revert what I did",
  'Please revert the change',
  'I backed it out again',
  'We scrapped that one',
  '这个方法行不通',
])('given up: %s', (sentence) => {
  expect(isAbandoned(sentence)).toBe(true)
})

test.each([
  'I decided to keep the old name',
  "We've chosen nothing, but we chose Redis",
  'I opted for a lock',
  'We settled on one file',
  'We went the long way round',
  "I've went back to Redis",
  "Let's go with Redis",
  "I'm going to go with Redis",
  'I went with the lock',
])('a choice: %s', (sentence) => {
  expect(isDecision(sentence)).toBe(true)
})

test.each(['The tests work without a server', 'It goes out with the next release'])('neither: %s', (sentence) => {
  expect([isAbandoned(sentence), isDecision(sentence)]).toEqual([false, false])
})

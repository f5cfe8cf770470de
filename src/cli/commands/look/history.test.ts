import { expect, test } from 'vitest'
import { drawGraph } from './history.js'

test('a straight line', () => {
  expect(
    drawGraph([
      { id: 'c', parents: ['b'] },
      { id: 'b', parents: ['a'] },
      { id: 'a', parents: [] },
    ]),
  ).toEqual(['●', '●', '●'])
})

test('a fork that was never closed shows both heads, and where they part', () => {
  const nodes = [
    { id: 'd', parents: ['b'] },
    { id: 'c', parents: ['b'] },
    { id: 'b', parents: ['a'] },
    { id: 'a', parents: [] },
  ]
  expect(drawGraph(nodes)).toEqual(['●', '│ ●', '●─╯', '●'])
})

test('a fork that was closed by a save', () => {
  const nodes = [
    { id: 'd', parents: ['c', 'b'] },
    { id: 'c', parents: ['a'] },
    { id: 'b', parents: ['a'] },
    { id: 'a', parents: [] },
  ]
  expect(drawGraph(nodes)).toEqual(['●─╮', '● │', '│ ●', '●─╯'])
})

test('three at once', () => {
  const nodes = [
    { id: 'e', parents: ['d', 'c', 'b'] },
    { id: 'd', parents: ['a'] },
    { id: 'c', parents: ['a'] },
    { id: 'b', parents: ['a'] },
    { id: 'a', parents: [] },
  ]
  expect(drawGraph(nodes)).toEqual(['●─┬─╮', '● │ │', '│ ● │', '│ │ ●', '●─┴─╯'])
})

// A pattern or a set that a file keeps at its top is made when the file is loaded, needed or not: the patterns of a save
// alone took a twentieth of what it costs beyond a bare start of Node, and a run uses a tenth of them. In the programs each
// is made at its first use:
//   const NAME = /^[a-z]+$/        var NAME$late; function NAME() { return NAME$late ??= /^[a-z]+$/ }
//   NAME.test(text)                NAME().test(text)
import { parseAst } from 'rolldown/parseAst'

/** For rolldown. Most files are in several programs: each is read once. */
export function lateConstants() {
  const known = new Map()
  const transform = (code, id) => {
    if (!id.endsWith('.ts')) return null
    if (!known.has(id)) known.set(id, makeLate(code, id))
    return known.get(id)
  }
  return { name: 'late-constants', transform }
}

export function makeLate(code, file = 'code.ts') {
  const program = parseAst(code, { lang: 'ts' }, file)
  const late = new Map(program.body.flatMap(costly).map((declaration) => [declaration.id.name, declaration]))
  if (late.size === 0) return null
  const uses = usesOf(program, late)
  const edits = [...late].flatMap(([name, declaration]) =>
    uses.has(name) ? [...declare(declaration), ...uses.get(name).map(use)] : [],
  )
  return edits.sort((a, b) => b.start - a.start).reduce(applyEdit, code)
}

/** Exported ones are left alone: their uses are elsewhere. */
function costly(statement) {
  if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const' || statement.declarations.length > 1)
    return []
  const [{ id, init }] = statement.declarations
  const isCostly =
    init?.regex || (init?.type === 'NewExpression' && ['RegExp', 'Set', 'Map'].includes(init.callee.name))
  return isCostly && id.type === 'Identifier' ? [{ id, init, start: statement.start, end: statement.end }] : []
}

/** By name. One that something else in the file is called by too is left out, for it could be meant. */
function usesOf(program, late) {
  const uses = new Map([...late.keys()].map((name) => [name, []]))
  visit(program, null, null, (node, parent, role) => {
    if (node.type !== 'Identifier' || !uses.has(node.name)) return
    if (node === late.get(node.name).id || isLabel(parent, role)) return
    if (isBinding(parent, role)) uses.delete(node.name)
    else uses.get(node.name).push({ ...node, shorthand: parent.type === 'Property' && parent.shorthand })
  })
  return uses
}

function visit(node, parent, role, see) {
  if (typeof node.type === 'string') see(node, parent, role)
  for (const [key, child] of Object.entries(node)) {
    // A shorthand is its key and its value at once.
    if (key === 'key' && node.shorthand) continue
    for (const one of Array.isArray(child) ? child : [child])
      if (typeof one === 'object' && one !== null) visit(one, typeof node.type === 'string' ? node : parent, key, see)
  }
}

/** A name that only stands for itself: of a property, of a type. */
function isLabel({ type, computed }, role) {
  return (!computed && (role === 'property' || role === 'key')) || type.startsWith('TS')
}

function isBinding({ type }, role) {
  if (type === 'VariableDeclarator') return role === 'id'
  if (/Pattern$|Specifier$|^CatchClause$/.test(type)) return true
  return /Function|Class/.test(type) && (role === 'id' || role === 'params')
}

/** Around the value, which may use others. */
function declare({ id: { name }, init, start, end }) {
  return [
    { start, end: init.start, text: `var ${name}$late; function ${name}() { return ${name}$late ??= ` },
    { start: init.end, end, text: ' }' },
  ]
}

function use({ name, start, end, shorthand }) {
  return { start, end, text: shorthand ? `${name}: ${name}()` : `${name}()` }
}

function applyEdit(code, { start, end, text }) {
  return code.slice(0, start) + text + code.slice(end)
}

/** Verify: everything a project holds is looked at; with `repair`, what is damaged is set aside and edits are kept, and old autosaves are packed. */
import type { Damage } from '../../store/entries/entries.js'
import type { Project } from '../../store/paths.js'
import { packProject } from '../../store/entries/pack-line.js'
import { applyRepair, planRepair, type Repair } from '../../store/entries/repair.js'
import { type MissingParent, verifyProject } from '../../store/entries/verify.js'
import { locate, projectsOf } from '../locate.js'
import type { World } from '../world.js'

export interface VerifyRequest {
  /** Every project, not only the one of this folder. */
  all: boolean
  repair: boolean
  dryRun: boolean
}

interface Mended {
  path: string
  action: 'quarantined' | 'adopted' | 'rewritten' | 'left'
  /** Where the damaged thing lies now; for what was left, why. */
  to: string
}

export interface Verified {
  checked: number
  damaged: Damage[]
  missing: MissingParent[]
  repaired: Mended[]
}

export function verify(world: World, request: VerifyRequest): Verified {
  const projects = projectsOf(world, locate(world), request.all)
  const results = projects.map((project) => verifyOne(world, project, request))
  return {
    checked: results.reduce((sum, one) => sum + one.checked, 0),
    damaged: results.flatMap((one) => one.damaged),
    missing: results.flatMap((one) => one.missing),
    repaired: results.flatMap((one) => one.repaired),
  }
}

function verifyOne(world: World, project: Project, request: VerifyRequest): Verified {
  const report = verifyProject(project)
  const plan = request.repair ? planRepair(project, report) : []
  const repaired = request.dryRun
    ? plan.map((repair) => mended(repair))
    : applyRepair(project, plan, world.tag).map((done) => mended(done.repair, done.place))
  // What hooks had no time for, or never came to.
  if (request.repair && !request.dryRun) packProject(project, world.tag)
  return {
    checked: report.entries,
    damaged: report.findings.map((finding) => finding.damage),
    missing: report.missing,
    repaired,
  }
}

const ACTIONS: Record<Repair['act'], Mended['action']> = {
  quarantine: 'quarantined',
  adopt: 'adopted',
  rewrite: 'rewritten',
  leave: 'left',
}

function mended(repair: Repair, place?: string): Mended {
  const to = repair.act === 'leave' ? repair.reason : (place ?? repair.to)
  return { path: repair.damage.path, action: ACTIONS[repair.act], to }
}

/**
 * May the home be used? Every face asks before it reads or writes anything below it: it must have a whole path, be this
 * user's own, and hold nothing that a repository brought.
 */
import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { DogearError } from '../core/errors.js'
import { checkDir } from './files/files.js'
import { storageError } from './files/raw-io.js'
import { trackedBy } from './git/tracked.js'
import { type Env, homeOfDogear, isPlainHome, isThere, realHome } from './home.js'

/** Its folders that code other than the store's looks into. */
const FOLDERS = ['hooks', 'index', 'locks', 'log', 'own', 'projects', 'takes']

/** Throws where there is none that may be used. */
export function checkedHome(env: Env, userHome: string): string {
  const home = homeOfDogear(env, userHome)
  if (home === null) throw noWholePath(env)
  try {
    checkHome(home)
  } catch (error) {
    throw error instanceof DogearError ? error : cannotLook(home, error)
  }
  return home
}

function checkHome(home: string): void {
  if (isThere(home) && !statSync(home, { throwIfNoEntry: false })) throw leadsNowhere(home)
  checkDir(home, home)
  for (const path of isPlainHome(home) ? [] : new Set([home, realHome(home)])) {
    const repository = trackedBy(path)
    if (repository !== null) throw comesWith(repository, home)
  }
  checkFolders(home)
}

export function checkFolders(home: string): void {
  for (const name of FOLDERS) checkDir(`${home}/${name}`, home)
}

function noWholePath(env: Env): DogearError {
  const name = ['DOGEAR_HOME', 'XDG_DATA_HOME', 'LOCALAPPDATA'].find((one) => env[one] && !isAbsolute(env[one]))
  const problem = name
    ? `${name} is "${env[name]?.slice(0, 200)}", which is another folder wherever it is asked`
    : 'it is not known where your home folder is: HOME is not set to one, and the system does not know this user'
  return new DogearError('bad-input', problem, {
    expected: `${name ?? 'HOME'} as a whole path, such as /home/you`,
    next: 'set DOGEAR_HOME to the whole path of a folder of your own',
  })
}

function cannotLook(home: string, error: unknown): DogearError {
  const { code, message } = storageError(error, `cannot look at ${home}`)
  return new DogearError(code, message, {
    expected: 'a folder of your own',
    next: 'set DOGEAR_HOME to the whole path of one',
    cause: error,
  })
}

function leadsNowhere(home: string): DogearError {
  return new DogearError('unsafe', `${home} is a link that leads nowhere`, {
    expected: 'a folder, or a link to one',
    next: 'make the folder it names, or set DOGEAR_HOME to another one',
  })
}

function comesWith(repository: string, home: string): DogearError {
  return new DogearError('unsafe', `what lies in ${home} may come with the repository ${repository}`, {
    expected: 'a home of which no repository tracks anything',
    next: 'set DOGEAR_HOME to a folder outside of it, or take it out: git rm -r --cached',
  })
}

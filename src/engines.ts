/**
 * For whoever writes an engine of sync: the four functions that it must have, and the laws that it must keep. Run each of them
 * against an empty place; `folderRemote` shows how little it takes. The export map is public and pinned by a test.
 */
export type { EngineOptions, Opened, Published, Pushed, Remote, Sealed, Vector } from './remotes/remote.js'
export { folderRemote } from './remotes/folder/folder-remote.js'
export { joinBytes, MAX_BATCH_BYTES, sealedIn } from './platform/records.js'
export type { RemoteLaw, RemoteSubject } from './testing/remote-laws.js'
export { REMOTE_LAWS, REMOTE_STORE } from './testing/remote-laws.js'

/** A connection to a server, once: a driver that tries again and again by itself would never say that the server is gone. */
import { connect, type Socket } from 'node:net'

/** The part of a driver's options that says where to. */
interface Where {
  host: readonly string[]
  port: readonly number[]
  path?: string | false
}

/** Every further call is refused: whatever was under way was not finished, and is told. */
export function dialOnce(timeoutMs: number): (to: Where) => Promise<Socket> {
  let isDialled = false
  return ({ host: [host = 'localhost'], port: [port = 0], path }) => {
    if (isDialled) return Promise.reject(new Error('the connection was lost'))
    isDialled = true
    const socket = path ? connect(path) : connect(port, host)
    // The driver asks for the name that a certificate must have.
    Object.assign(socket, { host, port })
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        socket.destroy()
        reject(error)
      }
      const timer = setTimeout(() => fail(new Error('the server does not answer')), timeoutMs)
      socket.once('error', fail).once('connect', () => {
        clearTimeout(timer)
        socket.off('error', fail)
        resolve(socket)
      })
      socket.once('close', () => clearTimeout(timer))
    })
  }
}

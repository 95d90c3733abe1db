import { createServer, type Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** How a mail server may fail somebody. */
export type Mood =
  | 'well'
  /** 421 instead of a greeting: come back later. */
  | 'busy'
  /** 550 to the recipient. */
  | 'refuses'
  /** 451 after the whole letter. */
  | 'full'
  /** Takes the connection and never says a word. */
  | 'silent'
  /** Takes the letter and never answers. */
  | 'stalls'
  /** Says a byte now and then, and never comes to an end. */
  | 'drips'
  /** Hangs up in the middle of the letter. */
  | 'drops'
  /** Keeps the letter and hangs up before saying so. */
  | 'mute'

export interface Received {
  to: string
  message_id: string
  text: string
  subject: string
  /** By name in lower case. */
  headers: Record<string, string>
}

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

/** A real SMTP server on loopback, for tests; `mood` says how it treats whoever comes next. */
export async function startSmtp() {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  const state: { mood: Mood; tries: number } = { mood: 'well', tries: 0 }
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect: (_session, done) =>
      state.mood === 'busy' ? done(refusal(421, 'Too busy, come back later')) : done(),
    onRcptTo: (_address, _session, done) =>
      state.mood === 'refuses' ? done(refusal(550, 'No such user here')) : done(),
    onData(stream, session, done) {
      const { mood } = state
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (mood === 'drops') hangUp()
      })
      stream.on('end', async () => {
        if (mood === 'drops' || mood === 'stalls') return
        if (mood === 'full') return done(refusal(451, 'Mailbox busy'))
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        const { messageId = '', text = '', subject = '' } = mail
        const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        received.push({ to, message_id: messageId, text, subject, headers })
        if (mood === 'mute') hangUp()
        else done()
      })
    },
  })
  smtp.on('error', () => {})

  const server = createServer((socket) => {
    state.tries++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (state.mood === 'drips') {
      const timer = setInterval(() => socket.write('220-please wait\r\n'), 50)
      timers.add(timer)
      socket.on('close', () => clearInterval(timer))
    } else if (state.mood !== 'silent') smtp.server.emit('connection', socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }

  return {
    /** Setting of the server under test; its patience is short. */
    url: `smtp://127.0.0.1:${port}?greetingTimeout=2000&socketTimeout=2500`,
    received,
    /** How it treats whoever comes from now on; whoever is there is hung up on. */
    be(mood: Mood) {
      state.mood = mood
      hangUp()
    },
    /** Connections that were opened so far. */
    tries: () => state.tries,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      hangUp()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { pathToFileURL } from 'node:url'

// Runs in the folder of an Express application that keeps its orders in MongoDB, and stands for MongoDB: it answers the
// commands that Mongoose sends for a payment, from memory, over MongoDB's protocol.
const load = createRequire(import.meta.url)
const { deserialize, Long, ObjectId, serialize } = load('bson')
const { Query, updateOne } = load('mingo')
const { records } = JSON.parse(process.env.EXPRESS_HOST ?? '')

const collections = new Map()
const documentsOf = (name) => collections.get(name) ?? collections.set(name, []).get(name)
const matching = (name, filter) => documentsOf(name).filter((one) => new Query(filter ?? {}).test(one))
const HELLO = { isWritablePrimary: true, maxBsonObjectSize: 16_777_216, minWireVersion: 0, maxWireVersion: 21 }

const commands = {
  hello: () => ({ ...HELLO, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 }),
  createIndexes: () => ({}),
  endSessions: () => ({}),
  insert({ insert, documents }) {
    documentsOf(insert).push(...documents)
    return { n: documents.length }
  },
  find({ find, filter, limit }) {
    const found = matching(find, filter).slice(0, limit ? Math.abs(limit) : undefined)
    return { cursor: { id: Long.ZERO, ns: `shop.${find}`, firstBatch: found } }
  },
  update({ update, updates }) {
    const changed = updates.flatMap(({ q, u }) =>
      matching(update, q)
        .slice(0, 1)
        .map((one) => updateOne([one], {}, u)),
    )
    return { n: changed.length, nModified: changed.length }
  },
}

function answer(command) {
  const name = Object.keys(command)[0] ?? ''
  const run = /^ismaster$/i.test(name) ? commands.hello : commands[name]
  return serialize(run ? { ...run(command), ok: 1 } : { ok: 0, code: 59, errmsg: `no such command: ${name}` })
}

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const documentAt = (bytes, at) => bytes.subarray(at, at + bytes.readInt32LE(at))

/** The command of an OP_MSG: its document, with the lists of documents that follow as sections of their own. */
function readCommand(message) {
  let command = {}
  for (let at = 20; at < message.length; ) {
    const isList = message[at] === 1
    const section = documentAt(message, at + 1)
    if (isList) {
      const end = section.indexOf(0, 4)
      const list = []
      for (let item = end + 1; item < section.length; item += section.readInt32LE(item))
        list.push(deserialize(documentAt(section, item)))
      command[section.toString('utf8', 4, end)] = list
    } else command = { ...deserialize(section), ...command }
    at += 1 + section.length
  }
  return command
}

function reply(message) {
  // A driver begins with an OP_QUERY, whose document stands behind the name of a collection and two numbers.
  const isQuery = message.readInt32LE(12) === OP_QUERY
  const command = isQuery ? deserialize(documentAt(message, message.indexOf(0, 20) + 9)) : readCommand(message)
  const body = answer(command)
  const head = Buffer.alloc(isQuery ? 36 : 21)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(message.readInt32LE(4), 8)
  head.writeInt32LE(isQuery ? OP_REPLY : OP_MSG, 12)
  if (isQuery) head.writeInt32LE(1, 32)
  return Buffer.concat([head, body])
}

const mongo = createServer((socket) => {
  let received = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
      const message = documentAt(received, 0)
      received = received.subarray(message.length)
      socket.write(reply(message))
    }
  })
})

for (const [name, record] of Object.entries(records))
  documentsOf(name).push({ ...record, _id: ObjectId.createFromHexString(record._id) })
mongo.listen(0, '127.0.0.1', async () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (mongo.address())
  process.env.MONGO_URL = `mongodb://127.0.0.1:${port}/shop`
  await import(pathToFileURL('server.js').href)
})

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { downloadPath } from '../../../contract/tasks.ts'
import { installationKey } from '../../kit/installation-key.ts'
import type { Services } from '../../kit/services.ts'
import { fileLifeMs, pathOf } from './files.ts'

const keys = new WeakMap<object, Promise<Buffer>>()

/** The key that signs download links. It never changes, so each process reads it once. */
function signingKey({ db, vault }: Pick<Services, 'db' | 'vault'>): Promise<Buffer> {
  const known = keys.get(vault)
  if (known) return known
  const read = installationKey(db, vault, 'download-links', async () => randomBytes(32))
  keys.set(vault, read)
  read.catch(() => keys.delete(vault))
  return read
}

const macOf = (key: Buffer, taskId: string, expires: number) =>
  createHmac('sha256', key).update(`download:${taskId}:${expires}`).digest('hex')

/** The address of a task's file: good for a day, for this task only, without a token. '' once the day is over. */
export async function downloadLink(
  services: Pick<Services, 'db' | 'vault' | 'clock'>,
  taskId: bigint,
  finishedAt: Date,
): Promise<string> {
  const expires = Math.floor((finishedAt.getTime() + fileLifeMs) / 1000)
  if (expires * 1000 <= services.clock.now().getTime()) return ''
  const id = String(taskId)
  return `${downloadPath}${id}-${expires}-${macOf(await signingKey(services), id, expires)}`
}

/** The task a link speaks of; null for one that was changed or is over. */
async function taskOfLink(services: Services, signed: string): Promise<bigint | null> {
  const match = /^(\d{1,18})-(\d{1,12})-([0-9a-f]{64})$/.exec(signed)
  if (!match) return null
  const [, id = '', expires = '', mac = ''] = match
  const right = macOf(await signingKey(services), id, Number(expires))
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(right))) return null
  return Number(expires) * 1000 > services.clock.now().getTime() ? BigInt(id) : null
}

/** Serves finished exports by their signed links, as attachments. Anything but a good link is simply not there. */
export function registerDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { signed: string } }>(`${downloadPath}:signed`, async (request, reply) => {
    const id = await taskOfLink(services, request.params.signed)
    const task =
      id === null
        ? undefined
        : await services.db
            .selectFrom('tasks')
            .select(['file', 'file_name'])
            .where('id', '=', id)
            .where('status', '=', 'completed')
            .executeTakeFirst()
    const path = task ? pathOf(services.config.home, task.file) : null
    if (!task || !path) return gone(reply)
    const file = await open(path).catch(() => null)
    if (!file) return gone(reply)
    const { size } = await file.stat()
    return reply
      .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename="${task.file_name}"`)
      .header('content-length', size)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .send(file.createReadStream())
  })
}

function gone(reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store').callNotFound()
  return reply
}

import { features } from '../../contract/index.ts'
import type { Person } from '../product.ts'
import type { Sandbox } from './test.ts'

const { platforms, link } = features
const short = (path: string) => path.replace('/adminapi/', '')

/** A platform of a journey's own, linked to the sandbox, so that it may fail without disturbing the others. */
export async function aPlatform(admin: Person, sandbox: Sandbox, name: string, url: string): Promise<number> {
  const done = async <T>(path: string, params: Record<string, string | number>): Promise<T> => {
    const { data, success, message } = await admin.call<T>(short(path), params)
    if (!success) throw new Error(`${path}: ${message}`)
    return data as T
  }
  const { data } = await admin.get<{ list: { id: number }[] }>(short(platforms.cateList.path), {})
  const cate_id = data?.list[0]?.id ?? 0
  const { id } = await done<{ id: number }>(platforms.platformAdd.path, { name, cate_id, status: 1 })
  const { secret } = await done<{ secret: string }>(link.secret.path, { platformId: id })
  await done(platforms.platformEdit.path, { id, name, cate_id, api_url: `${sandbox.url}/p/${id}` })
  await sandbox.control('platforms', { platform_id: id, name, secret, story: 'empty', pitbossUrl: url })
  return id
}

import { platforms } from '../../../contract/platforms.ts'
import { useMay } from '../../kit/may.ts'
import { useCall } from '../../kit/query.ts'

/** Platforms to choose from, for those who may see the live list. */
export function usePlatformOptions() {
  const may = useMay()
  const { data } = useCall(
    platforms.liveList,
    { limit: 1, platform_status: [0, 1, 2, 3] },
    { silent: true, enabled: may(platforms.liveList) },
  )
  return (data?.configs.platformList ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

import { useRef } from 'react'
import { features } from '../../contract/index.ts'
import { useCall } from '../kit/query.ts'
import { setRegion, setServerTime } from '../kit/region.ts'

/** What the server says of itself before anybody is signed in; sets region and clock for the whole console. */
export function useConfig() {
  const query = useCall(features.signIn.config, {}, { silent: true, staleMs: Number.POSITIVE_INFINITY })
  const { data } = query
  const known = useRef<unknown>(undefined)
  if (data && known.current !== data) {
    known.current = data
    setRegion(data.region)
    setServerTime(data.serverTime)
  }
  return query
}

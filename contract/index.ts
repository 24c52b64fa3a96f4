import type { Endpoint } from './kit/endpoint.ts'
import { features } from './features.ts'

export { features, type FeatureName } from './features.ts'

/** Every call of the product, in order of feature. */
export const allEndpoints: readonly Endpoint[] = Object.values(features).flatMap(
  (feature): readonly Endpoint[] => Object.values(feature),
)

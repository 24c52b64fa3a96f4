import { features } from './features.ts'
import type { Endpoint } from './kit/endpoint.ts'

export { type FeatureName, features } from './features.ts'

/** Every call of the product, in order of feature. */
export const allEndpoints: readonly Endpoint[] = Object.values(features).flatMap(
  (feature): readonly Endpoint[] => Object.values(feature),
)

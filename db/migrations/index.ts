import { Baseline } from './20261121000000_baseline.ts'

/** Every migration in the order of its date; a name never changes once it has been released. */
export const MIGRATIONS = [{ name: '20261121000000_baseline', class: Baseline }]

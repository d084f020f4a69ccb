import { ApiKey } from './api-keys/entity.ts'
import { Attempt } from './attempts/entity.ts'
import { OfferHealthHour, OfferHealthProgress, ReportedHealth } from './health/entity.ts'
import { ProviderAccount } from './provider-accounts/entity.ts'
import { Run } from './runs/entity.ts'
import { Account, Transfer, Wallet } from './wallets/entity.ts'
import { Workspace } from './workspaces/entity.ts'

export const ENTITIES = [Workspace, ApiKey, Wallet, Account, Transfer, Run, Attempt, ProviderAccount, OfferHealthHour, OfferHealthProgress, ReportedHealth]

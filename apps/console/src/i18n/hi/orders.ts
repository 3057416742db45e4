import { ordersListHindi } from './orders-list.ts'

export const ordersHindi = { ...ordersListHindi }

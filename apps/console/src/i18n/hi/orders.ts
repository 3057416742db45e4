import { ordersListHindi } from './orders-list.ts'
import { ordersOrderHindi } from './orders-order.ts'

export const ordersHindi = { ...ordersListHindi, ...ordersOrderHindi }

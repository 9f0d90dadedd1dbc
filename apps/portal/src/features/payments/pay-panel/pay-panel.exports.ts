/** The parts of the pay panel that others may use. */
export { HeaderPayNow } from './header-pay-now.tsx';
export { usePayPanelFold } from './pay-panel-layout.ts';
export { PayPanel } from './pay-panel.tsx';

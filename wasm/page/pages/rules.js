export const ruleIndex = () => '';
export const rulePage = () => '';

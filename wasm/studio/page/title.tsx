/** Title of the page with a sentence about it. */
export const Title = ({ title, lead }: { title: string; lead: string }) => (
  <div class="title">
    <h1>{title}</h1>
    <p>{lead}</p>
  </div>
);
